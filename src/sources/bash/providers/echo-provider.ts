// Reads echo:// resources: the text is the address itself.
import { decodedUri } from './decoded-uri.ts';

export function readEcho(uri: string): Buffer {
  return Buffer.from(decodedUri(uri, uri.replace(/^echo:\/\//u, '')));
}
