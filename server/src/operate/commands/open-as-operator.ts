import { completeConfig } from '../../config/complete-config.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

/** The configuration and the database for a command of the operator, as the owner of the tables. Throws a StartupError. */
export async function openAsOperator(env: NodeJS.ProcessEnv, command: string) {
  const config = await completeConfig(env, 'owner')
  const database = openDatabase({ url: config.databaseUrl, applicationName: `bidwell ${command}`, poolSize: 2 })
  return {
    config,
    db: database.db,
    clock: systemClock,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
