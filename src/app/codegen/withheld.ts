// Keeps secrets out of generated files: what looks like one becomes a variable of the environment.

/** What was left out: the variable that has to be set instead. */
export interface Withholding {
  readonly variables: Set<string>;
  /** Secrets are to be embedded as they are. */
  readonly isOff: boolean;
}

const SECRET_NAME =
  /key|token|secret|passw|passphrase|pwd|auth|credential|cookie|session|private|bearer|signature|\bpat\b/iu;
const SECRET_VALUE =
  /^(?:bearer|basic|token)\s|^(?:sk|pk|rk|gh[opsu]|xox[abp]|glpat|eyJ)[-_\w]{8,}/iu;
const RANDOM_VALUE = /^(?=.*\d)(?=.*[A-Za-z])[\w+=.~-]{24,}$/u;
const REFERENCE = /\$\{[^}]+\}/u;

/** The value itself, or the variable that stands for it. */
export function withheld(
  {
    name,
    value,
    variable,
  }: { readonly name: string; readonly value: string; readonly variable: string },
  withholding: Withholding,
): string {
  if (withholding.isOff || REFERENCE.test(value) || value === '') return value;
  if (!looksSecret(name, value)) return value;
  const spelled = variable
    .replaceAll(/[^A-Za-z0-9]+/gu, '_')
    .replace(/^_+|_+$/gu, '')
    .toUpperCase();
  withholding.variables.add(spelled);
  return `\${${spelled}}`;
}

/** By the name of a variable, a header or a flag, or by the value itself. */
export function looksSecret(name: string, value: string): boolean {
  return SECRET_NAME.test(name) || SECRET_VALUE.test(value) || RANDOM_VALUE.test(value);
}

/** Words of a command line: `--token X`, `--token=X` and `TOKEN=X`. */
export function withheldArgs(
  args: readonly string[],
  server: string,
  withholding: Withholding,
): readonly string[] {
  return args.map((word, at) => {
    const [, name, value] = /^(-{0,2}[A-Za-z][\w.-]*)=(.*)$/su.exec(word) ?? [];
    if (name !== undefined && value !== undefined) {
      return `${name}=${withheld({ name, value, variable: `${server} ${name}` }, withholding)}`;
    }
    const before = args[at - 1] ?? '';
    const isValue = /^--?[A-Za-z]/u.test(before) && !before.includes('=') && !word.startsWith('-');
    if (!isValue && !SECRET_VALUE.test(word)) return word;
    const flag = isValue ? before : 'argument';
    return withheld({ name: flag, value: word, variable: `${server} ${flag}` }, withholding);
  });
}

/** The password of an address, and the values of its query that look secret. */
export function withheldUrl(url: string, server: string, withholding: Withholding): string {
  const withoutPassword = url.replace(
    /^(\w+:\/\/[^/?#@:]*:)([^/?#@]+)@/u,
    (_, start: string, value: string) =>
      `${start}${withheld({ name: 'password', value, variable: `${server} password` }, withholding)}@`,
  );
  return withoutPassword.replaceAll(
    /(?<=[?&])([^=&#]+)=([^&#]*)/gu,
    (_, name: string, value: string) =>
      `${name}=${withheld({ name, value, variable: `${server} ${name}` }, withholding)}`,
  );
}
