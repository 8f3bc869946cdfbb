import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

const THREADS = '/proc/self/task'
const { PRIORITY_BELOW_NORMAL, PRIORITY_HIGH } = constants.priority

/** Goes before everything of normal priority on this machine, where the system lets us: as root does, or CAP_SYS_NICE. */
export const goFirst = () => setPriorities(PRIORITY_HIGH)

/** Lets everything of normal priority go first on this machine: engine and database above all, whose work cannot wait. */
export const giveWay = () => setPriorities(PRIORITY_BELOW_NORMAL)

/** On Linux a priority belongs to a thread, so that those which are there already have to be told one by one. */
function setPriorities(priority: number): void {
  const threads = process.platform === 'linux' ? readdirSync(THREADS).map(Number) : [process.pid]
  for (const thread of threads) {
    try {
      setPriority(thread, priority)
    } catch {
      // It has just ended, or the system does not let us: nothing that anybody could mend.
    }
  }
}
