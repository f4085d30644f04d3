// `mcp-bash bundle`, `vendor` and `publish`: not there yet, which is said in words.
import type { Command } from '../../command.ts';
import { defineCommand } from '../../define-command.ts';

const INSTEAD = {
  bundle: 'Share the folder itself; `mcp-bash config --wrapper` makes a script that starts it',
  vendor: 'Install the package beside the project; `mcp-bash config --wrapper` finds it there',
  publish: 'Publish the folder where your users find it, for example as a git repository',
} as const;

const NOT_YET = 1;

function later(name: keyof typeof INSTEAD): Command {
  return defineCommand({
    name,
    summary: 'Comes with a later version.',
    operands: [],
    flags: {},
    examples: [],
    // Whatever was asked for, the answer is the same.
    parse: () => ({ options: { verbose: false }, operands: [] }),
    run: async (_, { io }) => {
      io.stderr.write(`\`mcp-bash ${name}\` comes with a later version\nhint: ${INSTEAD[name]}\n`);
      return NOT_YET;
    },
  });
}

export const bundle = later('bundle');
export const vendor = later('vendor');
export const publish = later('publish');
