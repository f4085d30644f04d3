// The version of this build, and what tells it from others of the same version; a source tree has neither.

declare const __PLUGBOARD_VERSION__: string | undefined;
declare const __PLUGBOARD_BUILD__: string | undefined;

export const VERSION =
  typeof __PLUGBOARD_VERSION__ === 'string' ? __PLUGBOARD_VERSION__ : '0.0.0-source';

/** Two processes with the same are of the same files. */
export const BUILD =
  typeof __PLUGBOARD_BUILD__ === 'string' ? `${VERSION}+${__PLUGBOARD_BUILD__}` : VERSION;
