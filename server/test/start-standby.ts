import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Client } from 'pg'
import { findBinaries } from '../src/platform/database/embedded/binaries.ts'
import { lockFileOf } from '../src/platform/database/embedded/lock-file.ts'
import { startServer, stopServer } from '../src/platform/database/embedded/start-server.ts'
import { freePort } from './free-port.ts'
import { withServer } from './run-on-server.ts'
import { PREFIX, QUICK } from './start-postgres.ts'

const run = promisify(execFile)

/**
 * A hot standby of the server of `primaryUrl`, which must be the test's own (`startPostgres`): a server that other tests
 * use loses files while it is copied. `url` is the same database with the same role at the standby. Commits do not wait
 * for it unless the test sets `synchronous_standby_names`, in which it is `standby`. Removed when disposed.
 */
export async function startStandby(primaryUrl: string) {
  const home = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(home, { recursive: true }))
  await chmod(home, 0o755) // PostgreSQL may run as another user than ours
  const cluster = join(home, 'postgres')
  await withServer(primaryUrl, (client) => copyCluster(client, cluster))
  const { port: primaryPort, username, password } = new URL(primaryUrl)
  const settings = {
    ...QUICK,
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=${username} password=${password} application_name=standby`,
    wal_retrieve_retry_interval: '200ms',
  }
  const port = await freePort()
  const logFile = join(home, 'postgres.log')
  const pid = await startServer(findBinaries(), { cluster, port, logFile, settings })
  stack.defer(() => stopServer(pid))
  const url = new URL(primaryUrl)
  url.port = String(port)
  const owned = stack.move()
  return {
    url: url.href,
    /** Stops the server. Its data stay until it is disposed. */
    stop: () => stopServer(pid),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Copies the files of a running server as a base backup does, to start a standby from. Owners and modes stay. */
async function copyCluster(client: Client, cluster: string) {
  const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  const folder = rows[0]?.folder ?? ''
  await client.query(`select pg_backup_start('standby', true)`)
  await run('cp', ['-a', folder, cluster])
  const stopped = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop()')
  // The standby fetches the log from the primary, from the beginning of the copy.
  const log = join(cluster, 'pg_wal')
  for (const name of await readdir(log)) await rm(join(log, name), { recursive: true })
  await rm(lockFileOf(cluster))
  const { uid, gid } = await stat(cluster)
  const files = { backup_label: stopped.rows[0]?.label ?? '', 'standby.signal': '' }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(cluster, name), text)
    await chown(join(cluster, name), uid, gid)
  }
}
