import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { StartupError } from '../../startup-error.ts'
import { isAlive, readLockFile } from './lock-file.ts'

const MAX_RETRIES = 300
const RETRY_INTERVAL_MS = 200

/** Waits until the server of `cluster` accepts connections, and creates the database `name` if it does not exist. */
export async function makeDatabase(serverUrl: string, cluster: string, name: string): Promise<void> {
  const client = await connect(`${serverUrl}/postgres`, cluster)
  try {
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
    if (rows[0]?.folder !== cluster)
      throw new StartupError(`The PostgreSQL that claims ${cluster} serves ${rows[0]?.folder}`)
    await client.query('select pg_advisory_lock(0)') // concurrent starts take turns
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

async function connect(url: string, cluster: string) {
  for (let retries = 0; ; retries++) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {}) // a running query fails with the same error
    try {
      await client.connect()
      return client
    } catch (cause) {
      await client.end().catch(() => {})
      if (retries === MAX_RETRIES || !isTemporary(cause) || hasDied(cluster)) {
        throw new StartupError(`The PostgreSQL over ${cluster} does not take us in: ${String(cause)}`, { cause })
      }
      await delay(RETRY_INTERVAL_MS)
    }
  }
}

/** When one of its processes dies, a server closes all connections, recovers, and then accepts connections again. */
const isTemporary = (error: unknown) =>
  error instanceof Error && 'code' in error && ['57P03', 'ECONNREFUSED', 'ECONNRESET'].includes(String(error.code))

/** A server that stops removes its lock file; a killed server leaves a lock file with the id of a dead process. */
function hasDied(cluster: string): boolean {
  const server = readLockFile(cluster)
  return server === null || !isAlive(server.pid)
}
