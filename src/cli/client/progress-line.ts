// One line on a terminal that shows how far a call is, and goes away with it.
import type { Progress } from '../../core/call-context.ts';
import { bareStream } from '../guard-terminal.ts';
import { isTerminal, type Io } from '../io.ts';
import { oneLine } from '../one-line.ts';

export interface ProgressLine extends Disposable {
  show(text: string): void;
}

const CLEAR = '\r\u001B[K';
const BAR_CELLS = 24;
const MAX_TEXT = 60;

/** Does nothing where stderr is no terminal. */
export function progressLine(io: Io): ProgressLine {
  const stderr = bareStream(io.stderr);
  const isShown = isTerminal(stderr);
  let isDrawn = false;
  return {
    show: (text) => {
      if (!isShown) return;
      isDrawn = true;
      stderr.write(`${CLEAR}${text}`);
    },
    [Symbol.dispose]: () => {
      if (isDrawn) stderr.write(CLEAR);
      isDrawn = false;
    },
  };
}

export function renderProgress({ progress, total, message = '' }: Progress): string {
  const text = oneLine(message).slice(0, MAX_TEXT);
  if (total === undefined || total <= 0) return `${progress} ${text}`.trim();
  const share = Math.min(1, Math.max(0, progress / total));
  const full = Math.round(share * BAR_CELLS);
  const bar = '█'.repeat(full) + '░'.repeat(BAR_CELLS - full);
  return `${bar} ${String(Math.round(share * 100)).padStart(3)}% ${text}`.trim();
}
