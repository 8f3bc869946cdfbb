import { once } from 'node:events'
import { checkVaultKeys } from './connections/vault/check-vault-keys.ts'
import { shopgoodwill } from './marketplace/shopgoodwill/shopgoodwill.ts'
import { systemClock } from './platform/clock.ts'
import { completeConfig } from './platform/complete-config.ts'
import { openDatabase } from './platform/database/open-database.ts'
import type { KeyName } from './platform/keys.ts'
import { createLog } from './platform/log.ts'
import { watchWallClock } from './platform/watch-wall-clock.ts'

type Options = {
  keys: readonly KeyName[]
  poolSize: number
  /** A query that takes longer fails. */
  answerWithinMs: number
}

/**
 * Reads the configuration and opens the log, the database and the marketplace of a process. `stopped` resolves when an
 * operator or the supervisor asks the process to end. Throws a StartupError when the configuration does not allow a start.
 */
export async function startProcess(
  name: 'api' | 'jobs' | 'engine',
  env: NodeJS.ProcessEnv,
  { keys, ...pool }: Options,
) {
  process.title = `bidwell ${name}`
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  const config = await completeConfig(env, keys)
  const log = createLog({ level: config.logLevel, process: name })
  const clock = systemClock

  await using stack = new AsyncDisposableStack()
  const database = stack.use(openDatabase({ url: config.databaseUrl, applicationName: `bidwell ${name}`, ...pool }))
  const { db } = database
  await checkVaultKeys({ db, clock }, config.keys.vault)
  const marketplace = stack.use(shopgoodwill(clock, config.site))
  stack.use(watchWallClock({ clock, log }))
  const started = stack.move()
  return { config, log, clock, database, db, marketplace, stopped, [Symbol.asyncDispose]: () => started.disposeAsync() }
}
