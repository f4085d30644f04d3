// Says on stderr what is served, what could not be, and what changed since.
import type { CallContext } from '../../core/call-context.ts';
import { localContext } from '../../core/local-context.ts';
import type { Problem, ToolSource } from '../../core/tool-source.ts';
import type { Deps } from '../deps.ts';
import { oneLine } from '../one-line.ts';

export interface Announced {
  readonly source: ToolSource;
  /** Where clients find it. */
  readonly endpoint: string;
}

type Say = (line: string) => void;

/** Prints the first listing, then every change until disposed. */
export async function announce(
  { source, endpoint }: Announced,
  { io, signal }: Deps,
): Promise<Disposable> {
  const say: Say = (line) => void io.stderr.write(`${oneLine(line)}\n`);
  const ctx = localContext({ signal });
  say(`serving ${source.id} on ${endpoint}`);
  let shown = await look(source, ctx);
  say(`${countOf(shown)}: ${shown.names.join(', ') || 'none'}`);
  report(shown.problems, say);

  const lookAgain = async () => {
    const before = shown;
    shown = await look(source, ctx);
    say(`reloaded, ${countOf(shown)}${renderChanges(before, shown)}`);
    report(shown.problems, say);
  };
  return (
    source.onChange?.((what) => {
      if (what === 'tools') lookAgain().catch((thrown: unknown) => say(`! ${String(thrown)}`));
    }) ?? { [Symbol.dispose]: () => {} }
  );
}

interface Look {
  readonly names: readonly string[];
  readonly problems: readonly Problem[];
}

/** A script that is broken is missing in every list: it is named once. */
async function look(source: ToolSource, ctx: CallContext): Promise<Look> {
  const [tools, ...others] = await Promise.all([
    source.tools.list(ctx),
    source.resources?.list(ctx),
    source.prompts?.list(ctx),
  ]);
  const problems = [tools, ...others].flatMap((listing) => listing?.problems ?? []);
  const bySubject = new Map(problems.map((problem) => [problem.subject, problem]));
  return { names: tools.items.map(({ name }) => name), problems: [...bySubject.values()] };
}

function countOf({ names }: Look): string {
  return names.length === 1 ? '1 tool' : `${names.length} tools`;
}

function report(problems: readonly Problem[], say: Say): void {
  for (const { subject, error } of problems) say(`! ${subject}: ${error.message}`);
}

function renderChanges(before: Look, after: Look): string {
  const old = new Set(before.names);
  const now = new Set(after.names);
  const added = after.names.filter((name) => !old.has(name)).map((name) => ` +${name}`);
  const removed = before.names.filter((name) => !now.has(name)).map((name) => ` -${name}`);
  return [...added, ...removed].join('');
}
