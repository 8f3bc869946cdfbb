import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'

const sessionOf = (pid: string) => `/proc/${pid}/autogroup`
const { PRIORITY_BELOW_NORMAL, PRIORITY_HIGH } = constants.priority
/** Linux limits unprivileged processes, all together, to one change of a session's priority per tenth of a second. */
const RETRY = { afterMs: 150, times: 10 }

/**
 * Gives the main thread a high CPU priority, where the system allows it: to root, or with CAP_SYS_NICE. The helper
 * threads, which collect garbage and access the disk, keep the normal priority. A new thread inherits the priority of
 * the thread that creates it, so the file access creates the helpers first.
 */
export async function raisePriority(): Promise<void> {
  await stat(import.meta.filename)
  setPriorities([process.pid], PRIORITY_HIGH)
}

/** Gives the whole process a low CPU priority, below the engine and the database. */
export const lowerPriority = () => setPriorities(threadsOf(process.pid), PRIORITY_BELOW_NORMAL)

/** Gives another process, and the session that it leads, a low CPU priority, where the system allows it. */
export function lowerPriorityOf(pid: number): void {
  setThreadPriorities(threadsOf(pid), PRIORITY_BELOW_NORMAL)
  if (process.platform === 'linux') setSessionPriority(PRIORITY_BELOW_NORMAL, RETRY.times, String(pid))
}

function setPriorities(threads: number[], priority: number): void {
  setThreadPriorities(threads, priority)
  if (leadsSession()) setSessionPriority(priority, RETRY.times)
}

function setThreadPriorities(threads: number[], priority: number): void {
  for (const thread of threads) {
    try {
      setPriority(thread, priority)
    } catch {
      // The thread has just ended, or the system does not allow the change.
    }
  }
}

/** On Linux each thread has a priority of its own. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}

/** Whether this process leads its session, as each of the supervisor's programs does. A terminal's session stays as it is. */
function leadsSession(): boolean {
  if (process.platform !== 'linux') return false
  const [, _parent, _group, session] = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return Number(session) === process.pid
}

/**
 * Where Linux divides the CPU time among sessions (`sched_autogroup_enabled`), a thread's priority counts only within
 * its session, and the session's priority counts between the supervisor's programs.
 */
function setSessionPriority(priority: number, times: number, pid = 'self'): void {
  try {
    writeFileSync(sessionOf(pid), String(priority))
  } catch (error) {
    const isTooSoon = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
    // Any other error: the system does not divide by session, or does not allow the change.
    if (isTooSoon && times > 0) setTimeout(setSessionPriority, RETRY.afterMs, priority, times - 1, pid).unref()
  }
}
