import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

const THREADS = '/proc/self/task'

/**
 * Lets everything of normal priority go first on this machine: engine and database above all, whose work cannot wait.
 * On Linux a priority belongs to a thread, so that those which are there already have to be told one by one.
 */
export function giveWay(): void {
  const threads = process.platform === 'linux' ? readdirSync(THREADS).map(Number) : [process.pid]
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // It has just ended, or the system does not let us: nothing that anybody could mend.
    }
  }
}
