// Reads the text of a .env file; `${NAME}` and `${NAME:-default}` are filled in.
import type { Environment } from './env.ts';

const REFERENCE = /\$\{([^}:]*)(?::-([^}]*))?\}/gu;

/** A reference is looked up in `env` first, then among the variables above it, then in `below`. */
export async function parseDotenv(
  text: string,
  { env, below }: { readonly env: Environment; readonly below: Environment },
): Promise<Readonly<Record<string, string>>> {
  const { parse } = await import('dotenv');
  const variables = new Map<string, string>();
  const valueOf = (name: string) => own(env, name) ?? variables.get(name) ?? own(below, name);
  for (const [name, raw] of Object.entries(parse(text))) {
    const filled = raw.replaceAll(
      REFERENCE,
      (_, wanted: string, otherwise?: string) => valueOf(wanted) ?? otherwise ?? '',
    );
    variables.set(name, filled);
  }
  return Object.fromEntries(variables);
}

function own(variables: Environment, name: string): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}
