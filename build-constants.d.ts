// Names that the build replaces by literals.

/** The version in package.json. */
declare const __PLUGBOARD_VERSION__: string;
