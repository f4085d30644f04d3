// The version of this build, put in by the bundler; a source tree has none.

declare const __PLUGBOARD_VERSION__: string | undefined;

export const VERSION =
  typeof __PLUGBOARD_VERSION__ === 'string' ? __PLUGBOARD_VERSION__ : '0.0.0-source';
