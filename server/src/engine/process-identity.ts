import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Identifies a process, so that another process on the same machine can tell whether it still runs. */
export type ProcessIdentity = {
  /** The host's name, its boot id and the namespace of the process id. */
  host: string
  pid: number
  pidStarted: string
}

const UNKNOWN = 'unknown'

export function ownIdentity(): ProcessIdentity {
  const { pid } = process
  return { host: ownHost(), pid, pidStarted: readStart(pid) ?? UNKNOWN }
}

/**
 * Whether a process has certainly ended: it ran on this machine since the last boot and in our process namespace, and
 * its process id is free or was given to another process. Read from Linux's `/proc`; false when in doubt.
 */
export function isProcessDead({ host, pid, pidStarted }: ProcessIdentity): boolean {
  if (host !== ownHost()) return false
  if (!exists(pid)) return true
  const start = readStart(pid)
  // A process whose start cannot be read, now or when it noted its own, may well run.
  return start !== null && pidStarted !== UNKNOWN && start !== pidStarted
}

export type Host = { name: string; bootId: string; pidNamespace: string }

/** The parts of a process's host; null when that process could not read its boot id or its namespace. */
export function parseHost(host: string): Host | null {
  const [name, bootId, pidNamespace] = host.split('/')
  if (name === undefined || bootId === undefined || pidNamespace === undefined || bootId === UNKNOWN) return null
  return { name, bootId, pidNamespace }
}

/** Unique to this process when it cannot read where it runs, so that no process ever counts as dead. */
export const ownHost = memoized(() => {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${hostname()}/${bootId}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return `${hostname()}/${UNKNOWN}/${randomUUID()}`
  }
})

/** Asks the kernel, which needs no file: only 'no such process' proves that a process id is free. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

const STATE_FIELD = 0
const START_FIELD = 19

/** When a process started, in the kernel's ticks; 'ended' for a zombie; null when it cannot be read. */
function readStart(pid: number): string | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  // The fields follow the process name, which may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[STATE_FIELD]
  return state === 'Z' || state === 'X' ? 'ended' : (fields[START_FIELD] ?? null)
}

function memoized(make: () => string): () => string {
  let made: string | null = null
  return () => (made ??= make())
}
