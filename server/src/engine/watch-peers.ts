import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { findPeers } from './engine-queries.ts'
import { isProcessDead, type ProcessIdentity } from './process-identity.ts'

const LOOK_EVERY_MS = 100
const ASK_EVERY_MS = 1_000
/** The database may take a moment more to see that its client is gone, and until then the bids are not to be had. */
const TOLD_FOR_MS = 1_000

type Deps = { db: Db; clock: Clock }

/**
 * Tells at once when an engine of this machine that holds bids has died, and again for a second. The processes are
 * looked at ten times a second, which costs one small read each; which ones there are is asked of the database once a
 * second.
 */
export function watchPeers({ db, clock }: Deps, engineId: number, onDeath: () => void): AsyncDisposable {
  const stopping = new AbortController()
  let known: ProcessIdentity[] = []
  let askedAt = -Infinity
  let diedAt = -Infinity
  const dead = new Set<string>()

  async function ask() {
    askedAt = clock.monotonic()
    const rows = await findPeers(db, engineId).catch(() => [])
    // The dead among them too: one that died since the last look, or left bids behind, is told of like any other.
    known = rows.map(({ host, pid, pid_started }) => ({ host, pid, pidStarted: pid_started }))
  }

  /** One whose bids nobody takes stays among those that the database knows, and is no news. */
  function noteDeath({ pid, pidStarted }: ProcessIdentity) {
    const name = `${pid} ${pidStarted}`
    if (!dead.has(name)) diedAt = clock.monotonic()
    dead.add(name)
  }

  async function watch() {
    while (!stopping.signal.aborted) {
      if (clock.monotonic() - askedAt >= ASK_EVERY_MS) await ask()
      for (const identity of known) if (isProcessDead(identity)) noteDeath(identity)
      if (clock.monotonic() - diedAt < TOLD_FOR_MS) onDeath()
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
