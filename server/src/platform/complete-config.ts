import { type Config, readConfig } from './config.ts'
import { findEmbedded } from './database/embedded/start-embedded.ts'
import { type KeyName, missingKeys } from './keys.ts'
import { StartupError } from './startup-error.ts'

export type CompleteConfig = Config & { databaseUrl: string }

/**
 * The configuration of one process. The database and the needed keys, where the environment does not give them, are
 * those of the Bidwell that runs from the same data folder. Throws a StartupError when one is not to be had.
 */
export async function completeConfig(env: NodeJS.ProcessEnv, neededKeys: readonly KeyName[]): Promise<CompleteConfig> {
  const given = readConfig(env)
  const databaseUrl = given.database.kind === 'remote' ? given.database.url : await findEmbedded(given.dataDir)
  if (databaseUrl === null) {
    throw new StartupError(
      'DATABASE_URL must be set, unless a whole Bidwell runs from the same BIDWELL_DATA: start it first',
    )
  }
  return { ...readConfig({ ...env, ...(await missingKeys(given, neededKeys)) }), databaseUrl }
}
