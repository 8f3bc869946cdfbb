import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { StartupError } from '../platform/startup-error.ts'

/** The folder of data, whatever else is wrong with the configuration. */
export const dataDirOf = (env: NodeJS.ProcessEnv): string => resolve(env['BIDWELL_DATA'] || '.bidwell')

/** The settings in the file `settings.env` of the data folder; none without it. Throws a StartupError when it cannot be read. */
export async function readSettingsFile(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const file = join(dataDirOf(env), 'settings.env')
  const text = await readFile(file, 'utf8').catch(({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT' || code === 'ENOTDIR') return ''
    throw new StartupError(`${file} cannot be read: ${message}`)
  })
  return parseEnv(text)
}
