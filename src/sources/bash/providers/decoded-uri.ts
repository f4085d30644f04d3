// Takes the percent signs out of a part of a URI, and says so where they are wrong.
import { providerError } from './provider-error.ts';

export function decodedUri(uri: string, part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    const said = `Percent signs in ${uri} do not spell UTF-8 text`;
    throw providerError({ status: 4, uri, said, cause });
  }
}
