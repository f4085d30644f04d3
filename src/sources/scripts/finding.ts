// What can be said about a script: how bad, what, and the way to mend it.

export interface Finding {
  /** `note` marks what is accepted beyond the specification. */
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly mend: string;
}
