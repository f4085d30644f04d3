// The longest timer Node can hold: a longer one would go off at once.

export const MAX_TIMER_MS = 2_147_483_647;
