// Writes folders of small shell scripts that answer `--help`.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const PER_FOLDER = 100;

function scriptText(at) {
  const options = {
    name: { description: 'Whom to greet', required: true, value_type: 'string' },
    times: {
      description: 'How often',
      required: false,
      value_type: 'integer',
      default_value: 1,
      size: { min: 1, max: 10 },
    },
  };
  return `#!/bin/sh
if [ "$1" = --help ]; then
  echo '{"title":"Greet ${at}","description":"Greets whoever is named","state":false}'
  echo '${JSON.stringify(options)}' >&2
  exit 0
fi
read -r options
echo "told: $options"
`;
}

export async function writeScript(path, at = 0) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, scriptText(at), { mode: 0o755 });
}

export async function writeScripts(folder, count) {
  for (let at = 0; at < count; at += 1) {
    const group = `group-${Math.floor(at / PER_FOLDER)}`;
    await writeScript(join(folder, group, `greet-${at}`), at);
  }
}
