// Says once what could not be listed, and when a project grows large; paths only where that is wanted.
import type { Log } from '../../../platform/log.ts';
import type { BashProject } from '../bash-project.ts';
import type { Registry } from '../registry-items.ts';

const MANY = 500;

export function registryLog(project: BashProject, log: Log): (registry: Registry) => void {
  let known: ReadonlySet<string> = new Set();
  const large = new Set<string>();
  const shown = (text: string) => {
    if (project.settings.logVerbose) return `${text} (in ${project.root})`;
    return text.replaceAll(`${project.root}/`, '');
  };
  return (registry) => {
    const told = new Set<string>();
    for (const [kind, { items, problems }] of Object.entries(registry)) {
      for (const { subject, error } of problems) told.add(`${kind}: ${subject}: ${error.message}`);
      if (items.length <= MANY) large.delete(kind);
      else if (!large.has(kind)) {
        large.add(kind);
        log(
          'warn',
          `${kind}: ${items.length} items; server.d/register.json would list them faster`,
        );
      }
    }
    for (const text of told) if (!known.has(text)) log('warn', shown(text));
    known = told;
  };
}
