import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { neighboursOf } from './engine-queries.ts'
import { isGone, type ProcessIdentity } from './process-identity.ts'

const LOOK_EVERY_MS = 100
const ASK_EVERY_MS = 1_000

type Deps = { db: Db; clock: Clock }

/**
 * Tells at once when an engine of this machine that holds bids has died. The processes are looked at ten times a
 * second, which costs one small read each; which ones there are is asked of the database once a second.
 */
export function watchNeighbours({ db, clock }: Deps, engineId: number, onDeath: () => void): AsyncDisposable {
  const stopping = new AbortController()
  let known: ProcessIdentity[] = []
  let askedAt = -Infinity

  async function ask() {
    askedAt = clock.monotonic()
    const rows = await neighboursOf(db, engineId).catch(() => [])
    // The dead among them too: one that died since the last look, or left bids behind, is told of like any other.
    known = rows.map(({ host, pid, pid_started }) => ({ host, pid, pidStarted: pid_started }))
  }

  async function watch() {
    while (!stopping.signal.aborted) {
      if (clock.monotonic() - askedAt >= ASK_EVERY_MS) await ask()
      const left = known.filter((identity) => !isGone(identity))
      if (left.length < known.length) onDeath()
      known = left
      await clock.sleepUntil(clock.monotonic() + LOOK_EVERY_MS, stopping.signal).catch(() => {}) // cut short by stopping
    }
  }

  const watching = watch()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await watching
    },
  }
}
