import { followChanges } from '../platform/changes/follow-changes.ts'
import type { Database } from '../platform/database/open-database.ts'
import { every } from '../platform/every.ts'
import type { Log } from '../platform/log.ts'
import { recheckLogins } from '../preflights/recheck-logins.ts'
import { type PreflightDeps, runPreflights } from '../preflights/run-preflights.ts'

/** The longest delay between the moment a bid's preflight is due and its start. */
const INTERVAL_MS = 500
const BATCH_SIZE = 20

type StartDeps = PreflightDeps & {
  database: Pick<Database, 'listen'>
  log: Pick<Log, 'warn'>
  onError: (error: unknown) => void
  /** How many preflights one run claims at most. */
  batchSize?: number
}

/** Runs the preflights of bids as they fall due, until disposed. Disposing waits for the preflight of each account. */
export async function startPreflights(deps: StartDeps): Promise<AsyncDisposable> {
  const { db, clock, marketplace, log, onError, batchSize = BATCH_SIZE } = deps
  let rechecking: Promise<unknown> = Promise.resolve()
  const following = await followChanges(
    deps.database,
    (change) => {
      if (change.what !== 'connection') return
      const recheck = recheckLogins(db, marketplace.id, change.accountId).catch(onError)
      rechecking = Promise.all([rechecking, recheck])
    },
    // The next scheduled preflight of a bid with a finding makes up for a missed change.
    { onReconnect: () => {}, log },
  )
  const checking = every(
    clock,
    INTERVAL_MS,
    async (signal) => {
      const count = await runPreflights(deps, batchSize, signal)
      if (count === batchSize) checking.wake() // more may be due
    },
    { onError },
  )
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all([checking[Symbol.asyncDispose](), following[Symbol.asyncDispose]()])
      await rechecking
    },
  }
}
