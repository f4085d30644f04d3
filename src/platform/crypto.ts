// The crypto module, loaded when first needed: it costs a tenth of an empty start.
import type * as Crypto from 'node:crypto';

export function crypto(): typeof Crypto {
  return process.getBuiltinModule('node:crypto');
}
