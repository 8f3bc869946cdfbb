import { Client } from 'pg'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { StartupError } from '../platform/startup-error.ts'

const SUPERVISOR_LOCK = 2_435_393
const NAME = 'bidwell supervisor, process '
const PACE = { everyMs: 200, forMs: 2_000 }

export type SupervisorLock = AsyncDisposable & {
  /** Resolves when the lock's connection ends, which usually means that the database died. */
  lost: Promise<void>
}

/**
 * Makes this process the one supervisor of an embedded database. The lock is free again the moment its holder dies.
 * Throws a StartupError that names the other supervisor when there is one.
 */
export async function lockSupervisor(url: string): Promise<SupervisorLock> {
  const client = new Client({ connectionString: url, application_name: `${NAME}${process.pid}`, keepAlive: true })
  const lost = Promise.withResolvers<void>()
  client.on('error', () => lost.resolve())
  client.once('end', () => lost.resolve())
  await client.connect()
  if ((await pollUntil(systemClock, () => tryLock(client), PACE).catch(refuseEndedDatabase)) === null) {
    const holder = await otherSupervisor(client)
    await client.end()
    throw new StartupError(
      `Bidwell runs from this data folder already, as ${holder}: stop it, or set BIDWELL_DATA and ports`,
    )
  }
  return { lost: lost.promise, [Symbol.asyncDispose]: () => client.end() }
}

/** The database accepts no further connections once its earlier Bidwell has begun to stop it. */
function refuseEndedDatabase(error: unknown): never {
  throw new StartupError('The database stopped while Bidwell started: wait until the earlier Bidwell has ended', {
    cause: error,
  })
}

async function tryLock(client: Client): Promise<true | null> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [SUPERVISOR_LOCK])
  return rows[0].locked ? true : null
}

async function otherSupervisor(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
      where starts_with(application_name, $1) and pid <> pg_backend_pid()`,
    [NAME],
  )
  return `process ${rows[0]?.name.slice(NAME.length)}`
}
