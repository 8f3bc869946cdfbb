import { followChanges } from '../changes/follow-changes.ts'
import type { Database } from '../platform/database/open-database.ts'
import { recheckLogins } from '../preflights/recheck-logins.ts'
import { type PreflightDeps, runPreflights } from '../preflights/run-preflights.ts'

/** How much later than it is due a bid may be checked. */
const TURN_MS = 500
const CHECKS_AT_ONCE = 20

type StartDeps = PreflightDeps & { database: Pick<Database, 'listen'>; onError: (error: unknown) => void }

/** Checks bids ahead as they fall due, until disposed; the check under way of each account is finished first. */
export async function startPreflights(deps: StartDeps): Promise<AsyncDisposable> {
  const { db, clock, marketplace, onError } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const following = await followChanges(
    deps.database,
    (change) => {
      if (change.what === 'connection') recheckLogins(db, marketplace.id, change.accountId).catch(onError)
    },
    // What was missed is made good by the next look at whatever was found wrong.
    { onReconnect: () => {} },
  )

  async function run() {
    while (!signal.aborted) {
      // The database is away, or a check broke off: the next turn tries again.
      const taken = await runPreflights(deps, CHECKS_AT_ONCE, signal).catch((error: unknown) => (onError(error), 0))
      if (taken === CHECKS_AT_ONCE) continue
      await clock.sleepUntil(clock.monotonic() + TURN_MS, signal).catch(() => {}) // cut short by stopping
    }
  }

  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await Promise.all([running, following[Symbol.asyncDispose]()])
    },
  }
}
