import { findEmbedded } from '../platform/database/embedded/start-embedded.ts'
import type { RoleName } from '../platform/database/roles.ts'
import { StartupError } from '../platform/startup-error.ts'
import { type Config, readConfig } from './config.ts'

export type CompleteConfig = Config & { databaseUrl: string }

/**
 * The configuration of one process. The database, where the environment does not give it, is that of the Bidwell that runs
 * from the same data folder, with the given role. Throws a StartupError when there is none.
 */
export async function completeConfig(env: NodeJS.ProcessEnv, role: RoleName): Promise<CompleteConfig> {
  const config = readConfig(env)
  const { database, dataDir } = config
  const databaseUrl = database.kind === 'remote' ? database.url : (await findEmbedded(dataDir))?.[role]
  if (databaseUrl === undefined) {
    throw new StartupError(
      'DATABASE_URL must be set, unless a whole Bidwell runs from the same BIDWELL_DATA: start it first',
    )
  }
  return { ...config, databaseUrl }
}
