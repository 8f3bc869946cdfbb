import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import { findEmbedded } from '../platform/database/embedded/start-embedded.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { proveSession } from '../platform/database/prove-session.ts'
import { StartupError } from '../platform/startup-error.ts'
import { type Connected, fail, type NoDatabase, warn } from './check.ts'
import { describeConnectFailure } from './describe-connect-failure.ts'

const POOL_SIZE = 8
const CONNECT_WITHIN_MS = 2_000
const ANSWER_WITHIN_MS = 2_500

/** Why a connection does not keep its state. Throws what PostgreSQL or the network says when there is no connection. */
async function sessionFailureOf(options: Parameters<typeof proveSession>[0]): Promise<string | null> {
  try {
    await proveSession(options)
    return null
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    if (error.cause !== undefined) throw error.cause
    return error.message
  }
}

/** Connects to the database of the configuration, or to the built-in one if it runs. It starts none. */
export function connectAsDoctor(config: Pick<Config, 'database' | 'dataDir'>) {
  const closing = new AsyncDisposableStack()

  async function connect(): Promise<Connected | NoDatabase> {
    const url = config.database.kind === 'remote' ? config.database.url : (await findEmbedded(config.dataDir))?.owner
    if (url === undefined) {
      const found = `Bidwell does not run from ${config.dataDir}, and neither does its database`
      return { finding: warn(found, 'Start it by "npm start", and run this again.'), because: 'Bidwell does not run' }
    }
    const connecting = { url, applicationName: 'bidwell doctor', connectWithinMs: CONNECT_WITHIN_MS }
    try {
      // Before there are other connections: a pooler could give the proof one of theirs, and pass it.
      const sessionFailure = await sessionFailureOf(connecting)
      const { db } = closing.use(openDatabase({ ...connecting, poolSize: POOL_SIZE, answerWithinMs: ANSWER_WITHIN_MS }))
      const before = systemClock.monotonic()
      const { rows } = await sql<{ version: number }>`
        select current_setting('server_version_num')::int as version`.execute(db)
      const tookMs = Math.round(systemClock.monotonic() - before)
      return { db, version: rows[0]?.version ?? 0, tookMs, sessionFailure }
    } catch (error) {
      const { found, remedy } = describeConnectFailure(error, url)
      return { finding: fail(found, remedy), because: 'the database does not let us in' }
    }
  }

  const connected = connect()
  return {
    connected,
    async [Symbol.asyncDispose]() {
      await connected
      await closing.disposeAsync()
    },
  }
}
