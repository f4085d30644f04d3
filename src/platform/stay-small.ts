// Keeps the memory of a program that only serves from growing with the number of calls it has had.
import { setFlagsFromString } from 'node:v8';

/**
 * V8 doubles its young generation again and again while calls are under way, up to 32 MB that it
 * does not give back. Programs that hand work to others gain nothing by it, and each fork pays for
 * every page. For a whole program to decide, never for a library: code that allocates much would
 * be slower.
 */
export function staySmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
