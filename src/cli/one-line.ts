// Keeps what others wrote on one line, so that it cannot pose as a line of ours or steer a terminal.

export function oneLine(text: string): string {
  return text.replaceAll(/\s*\p{Cc}+\s*/gu, ' ').trim();
}
