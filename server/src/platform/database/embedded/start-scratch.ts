import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { createCluster, SUPERUSER } from './create-cluster.ts'
import { freePort } from './free-port.ts'
import { isAlive, isPostgres, readLockFile } from './lock-file.ts'
import { startServer, stopServer } from './start-server.ts'

const NAME = /^scratch-(\d+)$/
const nameOf = (pid: number) => `scratch-${pid}`

/** Quick to fill, and of no use after a crash. Rows that a transaction adds to a table that it has emptied are not logged. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  shared_buffers: '64MB',
  maintenance_work_mem: '128MB',
  max_connections: '10',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
}

/** What it would write in an orderly end, nobody needs. */
const STOP_TIMEOUT_MS = 1_000

/**
 * Starts a PostgreSQL of its own with an empty database, in a new folder below `folder`. `url` is its superuser's. Disposing
 * stops it and removes it.
 */
export async function startScratch(folder: string): Promise<AsyncDisposable & { url: string }> {
  const home = join(folder, nameOf(process.pid))
  await using stack = new AsyncDisposableStack()
  await mkdir(home, { mode: 0o700 })
  stack.defer(() => removeFolder(home))
  const cluster = join(home, 'postgres')
  const passwordFile = join(home, 'password')
  const password = randomBytes(24).toString('hex')
  await writeFile(passwordFile, password, { mode: 0o600 })
  const binaries = findBinaries()
  await createCluster(binaries, { folder: cluster, passwordFile, sync: false })
  const port = await freePort()
  const pid = await startServer(binaries, { cluster, port, logFile: join(home, 'log'), settings: SETTINGS })
  stack.defer(() => stopServer(pid, STOP_TIMEOUT_MS))
  const owned = stack.move()
  return {
    url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** A server that has just been told to exit at once may still write. */
const removeFolder = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 5 })

/** Stops and removes those of processes that were killed. */
export async function removeDeadScratches(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const owner = Number(NAME.exec(name)?.[1])
    if (!owner || isAlive(owner)) continue
    const server = readLockFile(join(folder, name, 'postgres'))
    if (server && isAlive(server.pid) && isPostgres(server.pid)) await stopServer(server.pid, STOP_TIMEOUT_MS)
    await removeFolder(join(folder, name))
  }
}
