// The words of a diagnosis: what was found, and what is or would be done about it.

export interface Finding {
  readonly id: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** `mcp-bash doctor --fix` mends it. */
  readonly fixable: boolean;
  /** What to do about it. */
  readonly suggestedCommand: string;
}

export interface Action {
  readonly id: string;
  readonly message: string;
  /** The same by hand. */
  readonly command: string;
}

export function finding(
  id: string,
  severity: Finding['severity'],
  said: Pick<Finding, 'message' | 'suggestedCommand'> & { readonly fixable?: boolean },
): Finding {
  const { message, suggestedCommand, fixable = false } = said;
  return { id, severity, message, fixable, suggestedCommand };
}
