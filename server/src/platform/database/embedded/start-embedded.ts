import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../../startup-error.ts'
import { type DatabaseUrls, type RoleName, ROLES } from '../roles.ts'
import { type Binaries, findBinaries, majorVersion } from './binaries.ts'
import { createCluster, SUPERUSER } from './create-cluster.ts'
import { freePort } from './free-port.ts'
import { isAlive, isPostgres, type LockFile, lockFileOf, readLockFile } from './lock-file.ts'
import { makeDatabase } from './make-database.ts'
import { keepRolePasswords, type Passwords, readRolePasswords } from './role-passwords.ts'
import { whyItFailed } from './run-as.ts'
import { startServer, stopServer } from './start-server.ts'

/** The PostgreSQL server of a data folder. `adopted`: a Bidwell that was killed had left it running. */
export type EmbeddedServer = { urls: DatabaseUrls; pid: number; adopted: boolean; stop(): Promise<void> }

/** Durable, and small enough for a laptop. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '64MB',
  max_connections: '60',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
}
const DATABASE = 'bidwell'
const MAX_TRIES = 300
const RETRY_INTERVAL_MS = 200

/**
 * Starts PostgreSQL in `dataDir/postgres`. Creates the cluster on the first start, and adopts a server that a killed
 * Bidwell left running. Throws a StartupError that says what to do.
 */
export async function startEmbedded(dataDir: string): Promise<EmbeddedServer> {
  try {
    await mkdir(join(dataDir, 'logs'), { recursive: true, mode: 0o700 })
    return await startIn(await realpath(dataDir))
  } catch (error) {
    // For example a full disk, or a folder without write permission.
    throw error instanceof Error && 'syscall' in error ? whyItFailed(`use ${dataDir}`, error) : error
  }
}

/** The URLs of the database that runs in `dataDir/postgres`; null if none is running. */
export async function findEmbedded(dataDir: string): Promise<DatabaseUrls | null> {
  const passwords = await readRolePasswords(dataDir)
  const running = await findRunning(join(dataDir, 'postgres'))
  return passwords && running?.ready ? databaseUrls(passwords, running.port) : null
}

async function startIn(dataDir: string): Promise<EmbeddedServer> {
  const binaries = findBinaries()
  const cluster = join(dataDir, 'postgres')
  const passwordFile = join(dataDir, 'postgres-password')
  if (!existsSync(cluster)) {
    await choosePassword(passwordFile)
    await createCluster(binaries, { folder: cluster, passwordFile, sync: true })
  }
  await refuseOtherVersion(binaries, cluster)
  const password = await readFile(passwordFile, 'utf8').catch((cause: unknown) => {
    throw new StartupError(`${passwordFile} is gone, and without it the database in ${cluster} does not let us in`, {
      cause,
    })
  })

  const { pid, port, adopted } = await adoptOrStart(binaries, cluster, dataDir)
  const passwords = await keepRolePasswords(dataDir)
  await makeDatabase(serverUrl(SUPERUSER, password, port), cluster, { name: DATABASE, passwords })
  return { urls: databaseUrls(passwords, port), pid, adopted, stop: () => stopServer(pid) }
}

/** Writes a new password atomically, unless another start has written one already. */
async function choosePassword(file: string) {
  const temporary = `${file}.new-${process.pid}`
  await writeFile(temporary, randomBytes(24).toString('hex'), { mode: 0o600 })
  try {
    await link(temporary, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    await rm(temporary)
  }
}

async function refuseOtherVersion(binaries: Binaries, cluster: string) {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  const ours = String(majorVersion(binaries))
  if (found === ours) return
  throw new StartupError(
    found
      ? `The database in ${cluster} was made by PostgreSQL ${found}, and this Bidwell brings ${ours}: start it with the ` +
          'Bidwell that made it, or give BIDWELL_DATA another folder'
      : `${cluster} is not a database of PostgreSQL: give BIDWELL_DATA another folder`,
  )
}

const serverUrl = (user: string, password: string, port: number) => `postgres://${user}:${password}@127.0.0.1:${port}`

function databaseUrls(passwords: Passwords, port: number): DatabaseUrls {
  const url = (name: RoleName) => `${serverUrl(ROLES[name], passwords[name], port)}/${DATABASE}`
  return { owner: url('owner'), api: url('api'), jobs: url('jobs'), engine: url('engine') }
}

async function adoptOrStart(binaries: Binaries, cluster: string, dataDir: string) {
  const portFile = join(dataDir, 'postgres-port')
  const logFile = join(dataDir, 'logs', 'postgres.log')
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const running = await findRunning(cluster)
    if (running?.ready) return { ...running, adopted: true }
    if (!running) {
      const port = await freePort(await readPort(portFile))
      try {
        const pid = await startServer(binaries, { cluster, port, logFile, settings: SETTINGS })
        await writeFile(portFile, String(port))
        return { pid, port, adopted: false }
      } catch (error) {
        // Another start was faster, the port was taken meanwhile, or processes of a killed server are still ending.
        if (!/lock file .* already exists|in use/i.test(String(error))) throw error
      }
    }
    await delay(RETRY_INTERVAL_MS) // the server is starting, recovering or stopping
  }
  throw new StartupError(`Another PostgreSQL holds ${cluster}, and does not become ready: see ${logFile}`)
}

/** The running server of a cluster, ready or not; null if there is none. */
async function findRunning(cluster: string): Promise<LockFile | null> {
  const found = readLockFile(cluster)
  if (!found || !isAlive(found.pid)) return null
  if (isPostgres(found.pid)) return found
  // Another program has the process id of the dead server. PostgreSQL would mistake that program for the server.
  await rm(lockFileOf(cluster), { force: true })
  return null
}

async function readPort(file: string) {
  const port = Number(await readFile(file, 'utf8').catch(() => 0))
  return Number.isInteger(port) ? port : 0
}
