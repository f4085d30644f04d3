// What is wrong with an MCI schema, as plain data for people and programs.
import { childBaseEnv, type Environment } from '../../platform/env.ts';
import { mistakeInSchema } from '../../platform/json-schema.ts';
import { renderPath } from '../../sources/mci/check/finding.ts';
import { validateMci } from '../../sources/mci/validate/validate-mci.ts';

export interface MciFinding {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** `tools[0].execution.url`; empty for the file as a whole. */
  readonly field: string;
  readonly message: string;
}

/** Nothing is connected to and nothing is written. */
export async function validateMciFile(
  file: string,
  env: Environment,
): Promise<readonly MciFinding[]> {
  const findings = await validateMci(file, { env: childBaseEnv(env), mistakeInSchema });
  return findings.map(({ severity, file: where, position, path, message }) => ({
    severity,
    file: where,
    ...position,
    field: renderPath(path),
    message,
  }));
}
