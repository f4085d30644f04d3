// Turns the end of a script into the result of a call.
import { isUtf8 } from 'node:buffer';
import { text, type ContentBlock, type ToolResult } from '../../core/result.ts';
import type { ChildEnd } from '../../platform/run-child.ts';
import { toExit } from './exit-meaning.ts';

export function toScriptResult(toolName: string, end: ChildEnd, stderrTail: string): ToolResult {
  const isText = isUtf8(end.stdout);
  const content = isText ? text(end.stdout.toString().trimEnd()) : toBlock(toolName, end.stdout);
  const notes = isText ? {} : { stdoutIsUtf8: false };
  const exit = toExit(end);
  if (exit.code === 0) {
    return { content: [content], isError: false, ...(!isText && { _meta: notes }) };
  }
  const says = `Exit code ${exit.code} (${exit.meaning})`;
  const isEmpty = content['text'] === '';
  return {
    content: [isEmpty ? text(stderrTail === '' ? says : `${stderrTail}\n${says}`) : content],
    isError: true,
    _meta: { exitCode: exit.code, meaning: exit.meaning, stderr: stderrTail, ...notes },
  };
}

/**
 * Text in another encoding stays readable with replacement characters; with a NUL in it, it is no
 * text at all and is handed over whole.
 */
function toBlock(toolName: string, stdout: Buffer): ContentBlock {
  if (!stdout.includes(0)) return text(stdout.toString().trimEnd());
  return {
    type: 'resource',
    resource: {
      uri: `mcpd://${encodeURI(toolName)}/stdout`,
      mimeType: 'application/octet-stream',
      blob: stdout.toString('base64'),
    },
  };
}
