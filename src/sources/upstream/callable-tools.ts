// Leaves out tools that no call could reach: marks in their schemas ask for headers that cannot be sent.
import { PlugboardError } from '../../core/errors.ts';
import type { Listing, Problem, Tool } from '../../core/tool-source.ts';
import { headerMarkProblem } from '../../mcp/wire/header-marks.ts';

export function callableTools({ items, problems }: Listing<Tool>): Listing<Tool> {
  const bad = items.flatMap((tool) => toProblem(tool) ?? []);
  if (bad.length === 0) return { items, problems };
  const names = new Set(bad.map(({ subject }) => subject));
  return {
    items: items.filter(({ name }) => !names.has(name)),
    problems: [...problems, ...bad],
  };
}

function toProblem({ name, inputSchema }: Tool): Problem | undefined {
  const reason = headerMarkProblem(inputSchema);
  if (reason === undefined) return undefined;
  const what = 'x-mcp-header in the input schema';
  return { subject: name, error: new PlugboardError('parse_error', { what, reason }) };
}
