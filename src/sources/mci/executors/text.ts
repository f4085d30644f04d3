// Runs a text tool: its template is the result.
import { text } from '../../../core/result.ts';
import { success } from '../execution-result.ts';
import type { TextExecution } from '../schema.ts';
import { compileField } from '../template/compile-value.ts';
import type { Prepare } from './executor.ts';

export const prepareText: Prepare<TextExecution> = ({ execution }) => {
  const template = compileField(execution.text, 'execution.text');
  return ({ scope }) => success([text(template.text(scope))]);
};
