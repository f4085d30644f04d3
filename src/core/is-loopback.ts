// Whether the name of a host means this very machine.

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/u;

/** `hostname` as a URL has it, or an address without the brackets. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
