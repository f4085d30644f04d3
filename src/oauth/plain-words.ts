// What strangers say about a failed login, fit to be shown: short, without the codes terminals obey.

const MAX_WORDS = 300;

export function plainWords(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ').slice(0, MAX_WORDS);
}
