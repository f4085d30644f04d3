// The protocol revisions as data: what each has. A new revision is a new row.
import { RPC } from './jsonrpc.ts';

export type Era = 'legacy' | 'modern';

export interface Revision {
  readonly id: string;
  /** `legacy` opens with `initialize` and keeps a session; `modern` describes itself in every request. */
  readonly era: Era;
  /** JSON arrays of messages are part of the revision. */
  readonly batches: boolean;
  /** SSE streams open with an event that has an id and no data, so that a client can resume at once. */
  readonly primingEvent: boolean;
  /** JSON-RPC code for a resource that does not exist. */
  readonly missingResource: number;
  /** `structuredContent` and `outputSchema` may only be objects. */
  readonly objectOutputOnly: boolean;
  /** What stands as `id` in an error about a message whose id could not be read. */
  readonly unreadableId: 'null' | 'omitted';
}

const LEGACY = {
  era: 'legacy',
  batches: false,
  primingEvent: false,
  missingResource: -32002,
  objectOutputOnly: true,
  unreadableId: 'null',
} as const;

/** Oldest first. */
export const REVISIONS: readonly Revision[] = [
  { ...LEGACY, id: '2024-11-05', batches: true },
  { ...LEGACY, id: '2025-03-26', batches: true },
  { ...LEGACY, id: '2025-06-18' },
  { ...LEGACY, id: '2025-11-25', primingEvent: true, unreadableId: 'omitted' },
  {
    id: '2026-07-28',
    era: 'modern',
    batches: false,
    primingEvent: false,
    missingResource: RPC.invalidParams,
    objectOutputOnly: false,
    unreadableId: 'omitted',
  },
];

const BY_ID = new Map(REVISIONS.map((revision) => [revision.id, revision]));

/** Newest first, as `supportedVersions` lists them. */
export const SUPPORTED_VERSIONS: readonly string[] = REVISIONS.map((r) => r.id).toReversed();

export const LATEST_LEGACY = newest('legacy');
export const LATEST_MODERN = newest('modern');

function newest(era: Era): Revision {
  const found = REVISIONS.findLast((revision) => revision.era === era);
  if (!found) throw new Error(`no ${era} revision`);
  return found;
}

export function findRevision(id: unknown): Revision | undefined {
  return typeof id === 'string' ? BY_ID.get(id) : undefined;
}

/** What `initialize` agrees on: the asked revision if it is one of the legacy era, else our newest. */
export function negotiateLegacy(asked: unknown): Revision {
  const revision = findRevision(asked);
  return revision?.era === 'legacy' ? revision : LATEST_LEGACY;
}
