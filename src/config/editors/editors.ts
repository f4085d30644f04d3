// The table of editors servers are imported from.
import type { EditorName } from '../server-definition.ts';
import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { codex } from './codex.ts';
import { cursor } from './cursor.ts';
import type { Editor } from './editor.ts';
import { opencode } from './opencode.ts';
import { vscode } from './vscode.ts';
import { windsurf } from './windsurf.ts';

export const EDITORS: Readonly<Record<EditorName, Editor>> = {
  cursor,
  'claude-code': claudeCode,
  'claude-desktop': claudeDesktop,
  codex,
  windsurf,
  opencode,
  vscode,
};
