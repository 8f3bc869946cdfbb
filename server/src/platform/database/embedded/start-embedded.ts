import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../../startup-error.ts'
import { type Binaries, findBinaries, majorVersion } from './binaries.ts'
import { createCluster, SUPERUSER } from './create-cluster.ts'
import { freePort } from './free-port.ts'
import { isAlive, isPostgres, type LockFile, lockFileOf, readLockFile } from './lock-file.ts'
import { makeDatabase } from './make-database.ts'
import { startServer, stopServer } from './start-server.ts'
import { whyItFailed } from './why-it-failed.ts'

/** A PostgreSQL of our own. `adopted`: it was running already, from a start of ours that was killed. */
export type EmbeddedServer = { url: string; pid: number; adopted: boolean; stop(): Promise<void> }

/** Durable, and small enough to share a laptop with. */
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
const TRIES = 300
const TRY_AGAIN_AFTER_MS = 200

/**
 * Sees to it that PostgreSQL runs over `dataDir/postgres`: makes it on the first start, takes over one that a killed
 * Bidwell left running, recovers one that was killed itself. Throws a Refusal that says what stands in the way.
 */
export async function startEmbedded(dataDir: string): Promise<EmbeddedServer> {
  try {
    await mkdir(join(dataDir, 'logs'), { recursive: true, mode: 0o700 })
    return await startIn(await realpath(dataDir))
  } catch (error) {
    // A system call that failed says which and on what: a full disk, a folder that is not ours to write in.
    throw error instanceof Error && 'syscall' in error ? whyItFailed(`use ${dataDir}`, error) : error
  }
}

/** The address of the server that runs over `dataDir/postgres` at this moment; null when none does. */
export async function findEmbedded(dataDir: string): Promise<string | null> {
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8').catch(() => null)
  const running = await findRunning(join(dataDir, 'postgres'))
  return password && running?.ready ? `${addressOf(password, running.port)}/${DATABASE}` : null
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
  const server = addressOf(password, port)
  await makeDatabase(server, cluster, DATABASE)
  return { url: `${server}/${DATABASE}`, pid, adopted, stop: () => stopServer(pid) }
}

/** Writes one whole or not at all, and leaves the one of a start that was cut short, or is under way, as it is. */
async function choosePassword(file: string) {
  const fresh = `${file}.new-${process.pid}`
  await writeFile(fresh, randomBytes(24).toString('hex'), { mode: 0o600 })
  try {
    await link(fresh, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    await rm(fresh)
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

const addressOf = (password: string, port: number) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}`

async function adoptOrStart(binaries: Binaries, cluster: string, dataDir: string) {
  const portFile = join(dataDir, 'postgres-port')
  const logFile = join(dataDir, 'logs', 'postgres.log')
  for (let tries = 0; tries < TRIES; tries++) {
    const running = await findRunning(cluster)
    if (running?.ready) return { ...running, adopted: true }
    if (!running) {
      const port = await freePort(await rememberedPort(portFile))
      try {
        const pid = await startServer(binaries, { cluster, port, logFile, settings: SETTINGS })
        await writeFile(portFile, String(port))
        return { pid, port, adopted: false }
      } catch (error) {
        // Another start was quicker, the port was taken meanwhile, or a killed server's last processes are still leaving.
        if (!/lock file .* already exists|in use/i.test(String(error))) throw error
      }
    }
    await delay(TRY_AGAIN_AFTER_MS) // it is starting, perhaps recovering, or stopping
  }
  throw new StartupError(`Another PostgreSQL holds ${cluster}, and does not become ready: see ${logFile}`)
}

/** The server that runs over this cluster, ready or not; null when there is none. */
async function findRunning(cluster: string): Promise<LockFile | null> {
  const found = readLockFile(cluster)
  if (!found || !isAlive(found.pid)) return null
  if (isPostgres(found.pid)) return found
  // The number of a dead server has gone to another program, which PostgreSQL itself would take for the server.
  await rm(lockFileOf(cluster), { force: true })
  return null
}

async function rememberedPort(file: string) {
  const port = Number(await readFile(file, 'utf8').catch(() => 0))
  return Number.isInteger(port) ? port : 0
}
