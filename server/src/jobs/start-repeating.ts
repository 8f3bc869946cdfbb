import { tellWhatTimeBrings } from '../alerts/tell-what-time-brings.ts'
import { readSiteLists } from '../auctions/site-lists/read-site-lists.ts'
import { endFilledGroups } from '../bidding/groups/end-filled-groups.ts'
import { endPausedBids } from '../bidding/pauses/end-paused-bids.ts'
import { logOperatorPauses } from '../bidding/pauses/log-operator-pauses.ts'
import { endRequests } from '../bidding/waiting/end-requests.ts'
import type { SiteLoginCtx } from '../connections/site-login-ctx.ts'
import type { Ctx } from '../context/ctx.ts'
import { checkOrders } from '../orders/check-orders.ts'
import type { Change } from '../platform/changes/announce-change.ts'
import { followChanges } from '../platform/changes/follow-changes.ts'
import { every } from '../platform/every.ts'
import type { JobsCtx, OnError } from './jobs-ctx.ts'

/* The verbs that the jobs call every few seconds, each until it is disposed. What may wait for a minute, `start-jobs.ts` schedules. */

const READ_LISTS_EVERY_MS = 30_000
const END_BIDS_EVERY_MS = 5_000
const LOG_PAUSES_EVERY_MS = 1_000
const TELL_EVERY_MS = 10_000
/** Engines of an installation that has just been started are about to beat. */
const SETTLED_AFTER_MS = 60_000

/**
 * Checks results and payments by the orders at the site as they fall due, and reads what owners watch there; both at once
 * when an owner asks for it.
 */
export async function startReadingLists(ctx: SiteLoginCtx & JobsCtx, onError: OnError): Promise<AsyncDisposable> {
  const { clock, database, log } = ctx
  await using parts = new AsyncDisposableStack()
  const check = async (signal: AbortSignal) => {
    await readSiteLists(ctx, signal)
    if (await checkOrders(ctx, signal)) checking.wake()
  }
  const checking = parts.use(every(clock, READ_LISTS_EVERY_MS, check, { onError }))
  const onChange = ({ what }: Change) => void (what === 'reading_asked' && checking.wake())
  parts.use(await followChanges(database, onChange, { onReconnect: () => checking.wake(), log }))
  return parts.move()
}

/**
 * Ends what no engine ends: bids whose auctions close during a pause, those that wait in groups which have won, and those that
 * programs asked for and nobody answered.
 */
export const startEndingBids = (ctx: Ctx, onError: OnError): AsyncDisposable =>
  every(
    ctx.clock,
    END_BIDS_EVERY_MS,
    async () => {
      await endPausedBids(ctx)
      await endFilledGroups(ctx)
      await endRequests(ctx)
    },
    { onError },
  )

/** Logs the operator's pauses with every bid that they apply to. */
export const startLoggingPauses = (ctx: Ctx, onError: OnError): AsyncDisposable =>
  every(ctx.clock, LOG_PAUSES_EVERY_MS, (signal) => logOperatorPauses(ctx, signal), { onError })

/** Tells users what no single write causes. */
export function startTelling(ctx: Ctx, onError: OnError): AsyncDisposable {
  const { clock } = ctx
  const startedAt = clock.monotonic()
  const tell = () => tellWhatTimeBrings(ctx, clock.monotonic() - startedAt >= SETTLED_AFTER_MS)
  return every(clock, TELL_EVERY_MS, tell, { onError })
}
