/** The version of this package; a test keeps it equal to package.json. */
export const OWN_VERSION = '0.1.0';
