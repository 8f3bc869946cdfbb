import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { StartupError } from '../../startup-error.ts'
import { isAlive, readLockFile } from './lock-file.ts'

const TRIES = 300
const TRY_AGAIN_AFTER_MS = 200

/** Waits until the server over `cluster` takes connections, and makes the database `name` if there is none. */
export async function makeDatabase(serverUrl: string, cluster: string, name: string): Promise<void> {
  const client = await connect(`${serverUrl}/postgres`, cluster)
  try {
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
    if (rows[0]?.folder !== cluster)
      throw new StartupError(`The PostgreSQL that claims ${cluster} serves ${rows[0]?.folder}`)
    await client.query('select pg_advisory_lock(0)') // of two starts at once, one makes it and the other waits
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

async function connect(url: string, cluster: string) {
  for (let tries = 0; ; tries++) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {}) // a query under way says so as well
    try {
      await client.connect()
      return client
    } catch (cause) {
      await client.end().catch(() => {})
      if (tries === TRIES || !isPassing(cause) || hasDied(cluster)) {
        throw new StartupError(`The PostgreSQL over ${cluster} does not take us in: ${String(cause)}`, { cause })
      }
      await delay(TRY_AGAIN_AFTER_MS)
    }
  }
}

/** After the death of one of its processes a server cuts everybody off, recovers, and takes connections again. */
const isPassing = (error: unknown) =>
  error instanceof Error && 'code' in error && ['57P03', 'ECONNREFUSED', 'ECONNRESET'].includes(String(error.code))

/** The lock file goes with a server that leaves by itself, and stays with the number of one that was killed. */
function hasDied(cluster: string): boolean {
  const server = readLockFile(cluster)
  return server === null || !isAlive(server.pid)
}
