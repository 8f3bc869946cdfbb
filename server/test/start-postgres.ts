import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '../src/platform/database/embedded/binaries.ts'
import { createCluster, SUPERUSER } from '../src/platform/database/embedded/create-cluster.ts'
import { isAlive, isPostgres, readLockFile } from '../src/platform/database/embedded/lock-file.ts'
import { setUpRoles } from '../src/platform/database/embedded/set-up-roles.ts'
import { startServer, stopServer } from '../src/platform/database/embedded/start-server.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { freePort } from './free-port.ts'
import { withServer } from './run-on-server.ts'

export const PREFIX = 'bidwell-test-'
export const TEMPLATE = 'bidwell_template'
export const QUICK = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  jit: 'off',
  max_connections: '200',
}

type Settings = Readonly<Record<string, string>>
export type TestServer = AsyncDisposable & {
  /** Of its migrated template database. */
  templateUrl: string
  /** The folder with the data of the server. */
  cluster: string
}

/** A PostgreSQL server with a migrated database that tests copy. Removed when disposed. */
export async function startPostgres(settings: Settings = {}): Promise<TestServer> {
  await removeOrphans()
  const { url, password, cluster, [Symbol.asyncDispose]: dispose } = await startEmptyPostgres(settings)
  const templateUrl = new URL(TEMPLATE, url).href
  await withServer(url, async (client) => {
    // One password, so that the URL for a role differs only in its name: see `as`.
    await setUpRoles(client, { owner: password, api: password, jobs: password, engine: password })
    await client.query(`create database ${TEMPLATE}`)
  })
  await migrate(templateUrl)
  return { templateUrl, cluster, [Symbol.asyncDispose]: dispose }
}

/** A PostgreSQL server as its administrator makes it: without a role or a database of ours. Removed when disposed. */
export async function startEmptyPostgres(settings: Settings = {}) {
  const home = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  await chmod(home, 0o755) // PostgreSQL may run as another user than ours
  const cluster = join(home, 'postgres')
  const passwordFile = join(home, 'password')
  const password = randomBytes(12).toString('hex')
  await writeFile(passwordFile, password, { mode: 0o600 })
  const binaries = findBinaries()
  await createCluster(binaries, { folder: cluster, passwordFile, sync: false })
  const port = await freePort()
  const logFile = join(home, 'postgres.log')
  const pid = await startServer(binaries, { cluster, port, logFile, settings: { ...QUICK, ...settings } })
  return {
    /** Of the administration database, as superuser. */
    url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
    password,
    cluster,
    async [Symbol.asyncDispose]() {
      await stopServer(pid)
      await rm(home, { recursive: true })
    },
  }
}

/** Removes the servers of runs that were killed. */
async function removeOrphans() {
  for (const name of await readdir(tmpdir())) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (!owner || isAlive(Number(owner))) continue
    const home = join(tmpdir(), name)
    const server = readLockFile(join(home, 'postgres'))
    if (server && isPostgres(server.pid)) await stopServer(server.pid)
    await rm(home, { recursive: true, force: true })
  }
}
