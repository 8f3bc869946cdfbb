import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { StartupError } from '../platform/startup-error.ts'

/** The folder of data, whatever else is wrong with the configuration. */
export const dataDirOf = (env: NodeJS.ProcessEnv): string => resolve(env['BIDWELL_DATA'] || '.bidwell')

/** The settings in the file `settings.env` of the data folder; none without it. Throws a StartupError when it cannot be read. */
export async function readSettingsFile(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const file = join(dataDirOf(env), 'settings.env')
  try {
    return parseEnv(await readFile(file, 'utf8'))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (['ENOENT', 'ENOTDIR'].includes(code)) return {}
    throw new StartupError(`${file} cannot be read (${code})`, { cause: error })
  }
}
