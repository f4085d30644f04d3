// Takes out the files that only pass on what other files export: each would be found, read and compiled for nothing.
import { basename, dirname } from 'node:path';

const IMPORT = /import(?:\{([^}]*)\}from)?"\.\/([^"]+)";/g;
const RELAY = /^(?:import(?:\{[^}]*\}from)?"\.\/[^"]+";)+export\{([^}]*)\};\s*$/;
const IMPORT_OF_PART = /import\("(\.{1,2}\/[^"]+\.cjs)"\)/g;

/** The files that are left; what imported a relay asks for what it passed on. */
export function skipRelays(files) {
  const relays = new Map(
    files.flatMap(({ path, text }) => {
      const names = RELAY.exec(text)?.[1];
      return names === undefined ? [] : [[basename(path), toRelay(text, names)]];
    }),
  );
  return files
    .filter(({ path }) => !relays.has(basename(path)))
    .map(({ path, text }) => ({
      path,
      text: text.replaceAll(IMPORT_OF_PART, (whole, part) => {
        const relay = relays.get(basename(part));
        return relay ? loadThrough(relay, dirname(part)) : whole;
      }),
    }));
}

/** What each name passed on is called where it comes from, by that file. */
function toRelay(text, names) {
  const origins = new Map();
  for (const [, imported = '', file] of text.matchAll(IMPORT)) {
    for (const [name, local] of pairs(imported)) origins.set(local, { file, name });
  }
  return pairs(names).map(([local, exported]) => {
    const origin = origins.get(local);
    if (!origin) throw new Error(`'${exported}' is passed on, and comes from nowhere`);
    return { exported, ...origin };
  });
}

/** `a as b, c` as pairs of both names. */
function pairs(list) {
  const items = list.split(',').filter((item) => item.trim() !== '');
  return items.map((item) => {
    const [first, second = first] = item.trim().split(/\s+as\s+/);
    return [first, second];
  });
}

function loadThrough(relay, folder) {
  const members = relay.map(
    ({ exported, file, name }) => `${exported}:require("${folder}/${file}").${name}`,
  );
  return `Promise.resolve().then(()=>({${members.join(',')}}))`;
}
