import { readConfig } from '../platform/config.ts'
import { findEmbedded } from '../platform/database/embedded/start-embedded.ts'
import { missingKeys } from '../platform/keys.ts'
import { StartupError } from '../platform/startup-error.ts'

/** What a process started alone still needs: the database and keys of the Bidwell that runs from this data folder. */
export async function completeEnvironment(env: NodeJS.ProcessEnv): Promise<{ DATABASE_URL: string }> {
  const config = readConfig(env)
  const url = config.database.kind === 'remote' ? config.database.url : await findEmbedded(config.dataDir)
  if (url === null) {
    throw new StartupError(
      'DATABASE_URL must be set, unless a whole Bidwell runs from the same BIDWELL_DATA: start it first',
    )
  }
  return { DATABASE_URL: url, ...(await missingKeys(config)) }
}
