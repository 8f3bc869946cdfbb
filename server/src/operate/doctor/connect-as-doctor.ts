import { sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import { findEmbedded } from '../../platform/database/embedded/start-embedded.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { type Connected, fail, type NoDatabase, warn } from './check.ts'
import { describeConnectFailure } from './describe-connect-failure.ts'

const POOL = { poolSize: 8, connectWithinMs: 2_000, answerWithinMs: 2_500 }

/** Connects to the database of the configuration, or to the built-in one if it runs. It starts none. */
export function connectAsDoctor(config: Pick<Config, 'database' | 'dataDir'>) {
  const closing = new AsyncDisposableStack()

  async function connect(): Promise<Connected | NoDatabase> {
    const url = config.database.kind === 'remote' ? config.database.url : (await findEmbedded(config.dataDir))?.owner
    if (url === undefined) {
      const found = `Bidwell does not run from ${config.dataDir}, and neither does its database`
      return { finding: warn(found, 'Start it by "npm start", and run this again.'), because: 'Bidwell does not run' }
    }
    const { db } = closing.use(openDatabase({ url, applicationName: 'bidwell doctor', ...POOL }))
    try {
      const { rows } = await sql<{ version: number }>`
        select current_setting('server_version_num')::int as version`.execute(db)
      return { db, version: rows[0]?.version ?? 0 }
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
