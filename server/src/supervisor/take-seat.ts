import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { StartupError } from '../platform/startup-error.ts'

const SUPERVISOR_LOCK = 2_435_393
const NAME = 'bidwell supervisor, process '
const TRIES = 10
const TRY_AGAIN_AFTER_MS = 200

/**
 * Takes the seat of the one supervisor of an embedded database, which is free again the moment its holder dies. `lost`
 * resolves when the connection ends, which usually means that the database died.
 */
export async function takeSeat(url: string): Promise<AsyncDisposable & { lost: Promise<void> }> {
  const client = new Client({ connectionString: url, application_name: `${NAME}${process.pid}`, keepAlive: true })
  const lost = Promise.withResolvers<void>()
  client.on('error', () => lost.resolve())
  client.once('end', () => lost.resolve())
  await client.connect()
  for (let tries = 0; ; tries++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [SUPERVISOR_LOCK])
    if (rows[0].taken) break
    if (tries === TRIES) {
      const holder = await otherSupervisor(client)
      await client.end()
      throw new StartupError(
        `Bidwell runs from this data folder already, as ${holder}: stop it, or set BIDWELL_DATA and ports`,
      )
    }
    await delay(TRY_AGAIN_AFTER_MS)
  }
  return { lost: lost.promise, [Symbol.asyncDispose]: () => client.end() }
}

async function otherSupervisor(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
      where starts_with(application_name, $1) and pid <> pg_backend_pid()`,
    [NAME],
  )
  return `process ${rows[0]?.name.slice(NAME.length)}`
}
