import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'

const THREADS = '/proc/self/task'
const SESSION = '/proc/self/autogroup'
const { PRIORITY_BELOW_NORMAL, PRIORITY_HIGH } = constants.priority
/** Those without privileges may tell their sessions one every tenth of a second, all of them together. */
const AGAIN = { afterMs: 150, times: 10 }

/**
 * Goes before everything of normal priority on this machine, where the system lets us: as root does, or CAP_SYS_NICE.
 * That is the thread that decides, and none of its helpers: those that collect garbage or wait for the disk would take
 * its core from it at the same rank. What it starts later has its rank, so the helpers are made first.
 */
export async function goFirst(): Promise<void> {
  await stat(import.meta.filename)
  setPriorities([process.pid], PRIORITY_HIGH)
}

/** Lets everything of normal priority go first on this machine: engine and database above all, whose work cannot wait. */
export const giveWay = () => setPriorities(ownThreads(), PRIORITY_BELOW_NORMAL)

function setPriorities(threads: number[], priority: number): void {
  for (const thread of threads) {
    try {
      setPriority(thread, priority)
    } catch {
      // It has just ended, or the system does not let us: nothing that anybody could mend.
    }
  }
  if (leadsSession()) setOfSession(priority, AGAIN.times)
}

/** On Linux a priority belongs to a thread, so that those which are there already have to be told one by one. */
const ownThreads = () => (process.platform === 'linux' ? readdirSync(THREADS).map(Number) : [process.pid])

/** As each of the supervisor's programs does. A session that is a person's terminal is not ours to change. */
function leadsSession(): boolean {
  if (process.platform !== 'linux') return false
  const [, _parent, _group, session] = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return Number(session) === process.pid
}

/**
 * Where Linux shares the processors out among sessions, threads' priorities count only within their own: between two
 * programs of the supervisor they would mean nothing.
 */
function setOfSession(priority: number, times: number): void {
  try {
    writeFileSync(SESSION, String(priority))
  } catch (error) {
    const isTooSoon = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
    // Else there is no such sharing here, or the system does not let us.
    if (isTooSoon && times > 0) setTimeout(setOfSession, AGAIN.afterMs, priority, times - 1).unref()
  }
}
