// Whether the name of a host means this very machine.

const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u;

/** `hostname` as a URL has it. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
