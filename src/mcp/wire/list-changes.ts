// How each list is called where somebody listens for its changes.
import type { ChangedSide } from '../../core/tool-source.ts';

/** The members of the filter of subscriptions/listen, and of its acknowledgment. */
export const LIST_CHANGES = {
  tools: 'toolsListChanged',
  resources: 'resourcesListChanged',
  prompts: 'promptsListChanged',
} as const satisfies Readonly<Record<ChangedSide, string>>;

export const CHANGED_SIDES = Object.keys(LIST_CHANGES) as readonly ChangedSide[];
