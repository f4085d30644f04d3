// JSON with sorted keys: the same text for the same data, whoever wrote it.
import { memoByObject } from '../../../core/memo.ts';

/** Kept for as long as the object lives; items never change. */
export const canonicalJson = memoByObject((value: object): string => render(value));

function render(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(render).join(',')}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).toSorted()) {
    const member: unknown = (value as Readonly<Record<string, unknown>>)[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${render(member)}`);
  }
  return `{${members.join(',')}}`;
}
