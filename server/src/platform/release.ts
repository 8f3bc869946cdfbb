import packageJson from '../../../package.json' with { type: 'json' }

/** The version of the product. */
export const VERSION = packageJson.version
