import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { link, mkdir, open, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { LimitFunction } from 'p-limit'
import type { Clock } from '../platform/clock.ts'
import { neverAborted, withTimeout } from '../platform/with-timeout.ts'
import { isProcessDead, ownHost, parseHost, type ProcessIdentity } from './process-identity.ts'

/** An engine's process, and the folder in which it keeps its journal. */
export type EngineIdentity = ProcessIdentity & { folderId: string | null }

/** An engine as its row names it. Its start distinguishes it from an engine of another database. */
export type EngineName = { engineId: number; startedAt: number }

export type EngineFolder = AsyncDisposable & {
  /** Names this very folder, also after a restart. Null when its disk may be shared with another machine, or hangs. */
  readonly id: string | null
  /** Shows other processes that this engine runs, until the process ends. */
  announce: (engine: EngineName) => Promise<void>
  /** Whether an engine has certainly ended. False when in doubt. */
  isDead: (engine: EngineName & EngineIdentity) => Promise<boolean>
}

const ID_FILE = 'folder-id'
/** The names of the sockets on which engines listen. */
export const SOCKET = /^engine-\d+-\d+\.sock$/
const socketOf = ({ engineId, startedAt }: EngineName) => `engine-${engineId}-${startedAt}.sock`
/** By then, no bid of the engine is left to be taken over. */
const KEEP_DEAD_SOCKETS_MS = 24 * 3_600_000
const DISK_TIMEOUT_MS = 2_000

/** Linux's numbers for file systems that one kernel has to itself: ext, xfs, btrfs, tmpfs, overlay, zfs, f2fs, bcachefs. */
const LOCAL_DISKS = [
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e,
] as const

type Options = {
  path: string
  clock: Clock
  /** Takes the calls to the disk one after another: a disk that hangs keeps one of Node's few threads, not all. */
  inTurn: LimitFunction
}

/**
 * The folder in which the engines of a machine keep their journals. Engines in several containers may share it. It proves
 * what process ids cannot, across containers and restarts:
 *
 * - Each engine listens on a socket in the folder. The kernel refuses a connection to the socket of a process that has
 *   ended, also if that process ran in another container, and accepts it for a process that stands still.
 * - A local disk belongs to one running kernel. So an engine that noted the same folder under an earlier boot has ended.
 *   The host's name must be the same as well, because a copied machine has a copy of the folder.
 */
export async function openEngineFolder({ path, clock, inTurn }: Options): Promise<EngineFolder> {
  const own = parseHost(ownHost())
  await using stack = new AsyncDisposableStack()
  const readId = () => inTurn(() => prepareFolder(path))
  const id = own && (await withTimeout(clock, DISK_TIMEOUT_MS, neverAborted, readId).catch(() => null))
  // By way of the open folder, the address of a socket stays shorter than the 108 bytes that the kernel allows.
  const folder = id === null ? null : stack.use(await open(path, 'r'))
  const addressOf = (name: string) => `/proc/self/fd/${folder?.fd}/${name}`

  async function isRefused(name: string): Promise<boolean> {
    const socket = connect(addressOf(name))
    try {
      await once(socket, 'connect')
      return false
    } catch (error) {
      // Any other error, as of a missing file or of a full queue, says nothing about the process.
      return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
    } finally {
      socket.destroy()
    }
  }

  async function removeOldSockets() {
    const before = clock.now() - KEEP_DEAD_SOCKETS_MS
    for (const name of await readdir(path)) {
      if (!SOCKET.test(name) || (await stat(join(path, name))).mtimeMs > before) continue
      if (await isRefused(name)) await rm(join(path, name), { force: true })
    }
  }

  const opened = stack.move()
  return {
    id,
    async announce(engine) {
      if (id === null) return
      const server = createServer((socket) => socket.destroy())
      opened.defer(() => void server.close())
      server.unref().on('error', () => {}) // of a disk that takes no sockets
      server.listen(addressOf(socketOf(engine)))
      // Without the socket, peers in other containers wait until the lease has expired.
      await once(server, 'listening').catch(() => {})
      void inTurn(removeOldSockets).catch(() => {}) // the next engine tries again
    },
    async isDead(engine) {
      if (isProcessDead(engine)) return true
      const host = parseHost(engine.host)
      if (!own || !host || id === null || engine.folderId !== id) return false
      if (host.bootId !== own.bootId) return host.name === own.name
      return host.pidNamespace !== own.pidNamespace && isRefused(socketOf(engine))
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Makes the folder, and returns its id: a random number and the number of its file, which a copy does not share. */
async function prepareFolder(path: string): Promise<string | null> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const { type } = await statfs(path)
  if (!LOCAL_DISKS.some((local) => local === type)) return null
  const file = join(path, ID_FILE)
  const draft = join(path, `${ID_FILE}-${randomUUID()}`)
  await writeFile(draft, randomUUID(), { mode: 0o600 })
  // Of several engines that start at once, one makes the file, whole, and the others read it.
  await link(draft, file).catch(() => {})
  await rm(draft)
  return `${await readFile(file, 'utf8')}/${(await stat(file)).ino}`
}
