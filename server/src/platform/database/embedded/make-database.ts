import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { StartupError } from '../../startup-error.ts'
import { isAlive, readLockFile } from './lock-file.ts'
import type { Passwords } from './role-passwords.ts'
import { giveToOwner, setUpRoles } from './set-up-roles.ts'

const MAX_RETRIES = 300
const RETRY_INTERVAL_MS = 200

/**
 * Waits until the server of `cluster` accepts connections, and makes what is missing of the database `name` and of the
 * product's roles. `serverUrl` is the superuser's, who is used for nothing else.
 */
export async function makeDatabase(
  serverUrl: string,
  cluster: string,
  { name, passwords }: { name: string; passwords: Passwords },
): Promise<void> {
  const client = await connect(`${serverUrl}/postgres`, cluster)
  try {
    await refuseOtherCluster(client, cluster)
    await client.query('select pg_advisory_lock(0)') // concurrent starts take turns
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
    await setUpRoles(client, passwords)
    const inDatabase = await connect(`${serverUrl}/${name}`, cluster)
    try {
      await giveToOwner(inDatabase, name)
    } finally {
      await inDatabase.end()
    }
  } finally {
    await client.end()
  }
}

/** The lock file of a killed server may name a port that another PostgreSQL has by now. */
async function refuseOtherCluster(client: Client, cluster: string) {
  const { rows } = await client.query<{ id: string }>('select system_identifier as id from pg_control_system()')
  // The number that PostgreSQL gives each cluster is the start of this file.
  const ours = readFileSync(join(cluster, 'global', 'pg_control')).readBigUInt64LE(0)
  if (rows[0]?.id !== String(ours))
    throw new StartupError(`The PostgreSQL that claims ${cluster} serves another folder`)
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
