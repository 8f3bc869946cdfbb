import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Which process this is, so that another on the same machine can tell whether it still runs. */
export type ProcessIdentity = { host: string; pid: number; pidStarted: string }

export function ownIdentity(): ProcessIdentity {
  const { pid } = process
  return { host: hostIdentity(), pid, pidStarted: startOf(pid) ?? 'unknown' }
}

/**
 * Whether a process is known to be gone: it ran on this machine since its last boot, in our own process namespace, and
 * its number is free or another's. Anything less certain is no.
 */
export function isProcessDead({ host, pid, pidStarted }: ProcessIdentity): boolean {
  return host === hostIdentity() && startOf(pid) !== pidStarted
}

/** The same of one that has left something on a disk of this machine: whoever ran before the last boot is gone, too. */
export function isDeadHere(identity: ProcessIdentity): boolean {
  const [name, boot] = identity.host.split('/')
  const isBeforeBoot = bootId() !== null && name === hostname() && boot !== bootId()
  return isBeforeBoot || isProcessDead(identity)
}

/** Where the kernel does not say, nobody else has the same identity, and no process is ever known to be gone. */
const hostIdentity = memoised(() => `${hostname()}/${bootId() ?? randomUUID()}/${pidNamespace()}`)

const bootId = memoised(() => read('/proc/sys/kernel/random/boot_id')?.trim() ?? null)

function pidNamespace() {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return 'none'
  }
}

const STATE_FIELD = 0
const START_FIELD = 19

/** When a process started, in the kernel's ticks; null when there is none, or only its remains. */
function startOf(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`)
  // The name before it, in brackets, may hold spaces and brackets of its own.
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

function memoised<T extends string | null>(make: () => T): () => T {
  let made: T | undefined
  return () => (made === undefined ? (made = make()) : made)
}
