// A name as people would write it.

/** `my-notes` as `My Notes`. */
export function toTitle(name: string): string {
  const words = name.split(/[-_.\s]+/u).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
