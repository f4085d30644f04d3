// Runs a file tool: reads a file the tool may read, and renders it unless told not to.
import { text } from '../../../core/result.ts';
import { success } from '../execution-result.ts';
import { readAllowedFile } from '../read-allowed-file.ts';
import type { FileExecution } from '../schema.ts';
import { compileField } from '../template/compile-value.ts';
import { parseTemplate } from '../template/parse-template.ts';
import { renderTemplate } from '../template/render-template.ts';
import type { Template } from '../template/template.ts';
import type { Prepare } from './executor.ts';

export const prepareFile: Prepare<FileExecution> = ({ execution, tool }) => {
  const path = compileField(execution.path, 'execution.path');
  const isTemplate = execution.enableTemplating ?? true;
  let last: Template | undefined;
  return async ({ scope }) => {
    const contents = await readAllowedFile(path.text(scope), tool.paths);
    if (!isTemplate) return success([text(contents)]);
    // The file is read each time, and parsed again only when it says something else.
    if (last?.source !== contents) last = parseTemplate(contents);
    return success([text(renderTemplate(last, scope))]);
  };
};
