// Says on stderr what is served, what could not be, and what changed since.
import { localContext } from '../../core/local-context.ts';
import type { Listing, Tool, ToolSource } from '../../core/tool-source.ts';
import type { Io } from '../io.ts';
import { oneLine } from '../one-line.ts';

export interface Announced {
  readonly source: ToolSource;
  /** Where clients find it. */
  readonly endpoint: string;
}

/** Prints the first listing, then every change until disposed. */
export async function announce({ source, endpoint }: Announced, io: Io): Promise<Disposable> {
  const say = (line: string) => void io.stderr.write(`${oneLine(line)}\n`);
  const ctx = localContext();
  let shown = await source.tools.list(ctx);
  say(`serving ${source.id} on ${endpoint}`);
  say(`${countOf(shown)}: ${shown.items.map(({ name }) => name).join(', ') || 'none'}`);
  reportProblems(shown, say);

  const onChange = async () => {
    const before = shown;
    shown = await source.tools.list(ctx);
    if (shown === before) return;
    say(`reloaded, ${countOf(shown)}${renderChanges(before, shown)}`);
    reportProblems(shown, say);
  };
  return (
    source.onChange?.((what) => {
      if (what === 'tools') onChange().catch((thrown: unknown) => say(`! ${String(thrown)}`));
    }) ?? { [Symbol.dispose]: () => {} }
  );
}

function countOf({ items }: Listing<Tool>): string {
  return items.length === 1 ? '1 tool' : `${items.length} tools`;
}

function reportProblems({ problems }: Listing<Tool>, say: (line: string) => void): void {
  for (const { subject, error } of problems) say(`! ${subject}: ${error.message}`);
}

function renderChanges(before: Listing<Tool>, after: Listing<Tool>): string {
  const old = new Set(before.items.map(({ name }) => name));
  const now = new Set(after.items.map(({ name }) => name));
  const added = [...now].filter((name) => !old.has(name)).map((name) => ` +${name}`);
  const removed = [...old].filter((name) => !now.has(name)).map((name) => ` -${name}`);
  return [...added, ...removed].join('');
}
