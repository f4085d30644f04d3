// Finds what a server has by its name; where it has nothing of that name, says what may have been meant.
import { PlugboardError } from '../../core/errors.ts';
import { suggest } from '../suggest.ts';

interface Sought {
  readonly kind: 'tool' | 'prompt';
  readonly name: string;
  readonly server: string;
  /** The command line that shows all there are. */
  readonly shownBy: string;
}

export function findNamed<Item extends { readonly name: string }>(
  items: readonly Item[],
  { kind, name, server, shownBy }: Sought,
): Item {
  const found = items.find((item) => item.name === name);
  if (found) return found;
  const meant = suggest(
    name,
    items.map((item) => item.name),
  );
  const hint = meant === undefined ? `Run \`${shownBy}\`` : `Did you mean \`${meant}\`?`;
  throw new PlugboardError('not_found', { kind, name, on: server }, { hint });
}
