// Names that the build replaces by literals.

/** The version in package.json. */
declare const __PLUGBOARD_VERSION__: string;

/** A hash of what the build was made of. */
declare const __PLUGBOARD_BUILD__: string;
