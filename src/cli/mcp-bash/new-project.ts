// What commands that make projects have in common: their flag, and what they say in the end.
import { relative } from 'node:path';
import type { NewBashProject } from '../../app/bash/init-bash-project.ts';
import type { Deps } from '../deps.ts';
import type { FlagTable } from '../flags.ts';

export const helloFlag = {
  'no-hello': { doc: 'Without the tool that says hello.' },
} as const satisfies FlagTable;

export function printNewProject(project: NewBashProject, { io, cwd }: Deps): number {
  const { name, folder, files } = project;
  const place = relative(cwd, folder);
  io.stdout.write(`Created project ${name} in ${folder}\n`);
  io.stdout.write(files.map((file) => `  ${file}\n`).join(''));
  const hasHello = files.some((file) => file.startsWith('tools'));
  const next = [
    ...(place === '' ? [] : [`cd ${place}`]),
    ...(hasHello ? ['mcp-bash run-tool hello'] : ['mcp-bash scaffold tool NAME']),
    'mcp-bash config --show',
  ];
  io.stdout.write(`\nnext:\n${next.map((line) => `  ${line}\n`).join('')}`);
  return 0;
}
