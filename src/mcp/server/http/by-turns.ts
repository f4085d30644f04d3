// Gives each piece of heavy work a turn of the event loop, so that others are heard between two of them.

export function byTurns(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const takeTurn = () => {
    const work = waiting.shift();
    if (waiting.length > 0) setImmediate(takeTurn);
    work?.();
  };
  return (work) => {
    waiting.push(work);
    if (waiting.length === 1) setImmediate(takeTurn);
  };
}
