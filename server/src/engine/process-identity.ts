import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Identifies a process, so that another process on the same machine can tell whether it still runs. */
export type ProcessIdentity = { host: string; pid: number; pidStarted: string }

export function ownIdentity(): ProcessIdentity {
  const { pid } = process
  return { host: hostIdentity(), pid, pidStarted: startOf(pid) ?? 'unknown' }
}

/**
 * Whether a process has certainly ended: it ran on this machine since the last boot and in our process namespace, and
 * its process id is free or was given to another process. Read from Linux's `/proc`; false when in doubt.
 */
export function isProcessDead({ host, pid, pidStarted }: ProcessIdentity): boolean {
  return host === hostIdentity() && startOf(pid) !== pidStarted
}

/**
 * The same for a process that left a file on this machine's disk: a process from before the last boot has ended, too.
 */
export function isDeadHere(identity: ProcessIdentity): boolean {
  const [name, boot] = identity.host.split('/')
  const isBeforeBoot = bootId() !== null && name === hostname() && boot !== bootId()
  return isBeforeBoot || isProcessDead(identity)
}

/** Unique to this process when the kernel gives no boot id, so that no process ever counts as dead. */
const hostIdentity = memoized(() => `${hostname()}/${bootId() ?? randomUUID()}/${pidNamespace()}`)

const bootId = memoized(() => read('/proc/sys/kernel/random/boot_id')?.trim() ?? null)

function pidNamespace() {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return 'none'
  }
}

const STATE_FIELD = 0
const START_FIELD = 19

/** When a process started, in the kernel's ticks; null when it has ended or is a zombie. */
function startOf(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`)
  // The fields follow the process name, which may itself contain spaces and parentheses.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields?.[STATE_FIELD]
  return state === undefined || state === 'Z' || state === 'X' ? null : (fields?.[START_FIELD] ?? null)
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function memoized<T extends string | null>(make: () => T): () => T {
  let made: T | undefined
  return () => (made === undefined ? (made = make()) : made)
}
