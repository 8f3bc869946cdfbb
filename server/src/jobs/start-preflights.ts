import type { SiteLoginCtx } from '../connections/site-login-ctx.ts'
import { followChanges } from '../platform/changes/follow-changes.ts'
import { every } from '../platform/every.ts'
import { recheckLogins } from '../preflights/recheck-logins.ts'
import { runPreflights } from '../preflights/run-preflights.ts'
import type { JobsCtx, OnError } from './jobs-ctx.ts'

/** The longest delay between the moment a bid's preflight is due and its start. */
const INTERVAL_MS = 500
const BATCH_SIZE = 20

/** Runs the preflights of bids as they fall due, until disposed. Disposing waits for the preflight of each account. */
export async function startPreflights(
  ctx: SiteLoginCtx & JobsCtx,
  onError: OnError,
  batchSize = BATCH_SIZE,
): Promise<AsyncDisposable> {
  const { db, clock, marketplace, log } = ctx
  let rechecking: Promise<unknown> = Promise.resolve()
  const following = await followChanges(
    ctx.database,
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
      const count = await runPreflights(ctx, batchSize, signal)
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
