// Says what is wrong with a template and where, by line and column.
import { PlugboardError } from '../../../core/errors.ts';

export interface Spot {
  readonly source: string;
  readonly at: number;
}

export function templateError({ source, at }: Spot, message: string): PlugboardError {
  const before = source.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  return new PlugboardError(
    'tool_failed',
    { output: `${message} (line ${line}, column ${column})` },
    { data: { line, column } },
  );
}
