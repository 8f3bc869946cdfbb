import { messages, type NotStopped, type PauseState } from '@bidwell/contract'
import { lockAccount } from '../../identity/accounts/account-queries.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import { announceChange } from '../../platform/changes/announce-change.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { awaitRelease, type UnstoppedBid, type PauseParts } from './await-release.ts'
import { endPausedBids } from './end-paused-bids.ts'
import { findLastPauseId, logPause } from './log-pause.ts'
import { readPause } from './pause-queries.ts'

export type PauseResult = { pause: PauseState; notStopped: NotStopped[] }

type By = { by: 'owner' | 'operator'; reason: string | null }
const BY_OWNER: By = { by: 'owner', reason: null }

/**
 * Pauses all bidding of an account. Answers once engines have released every bid that can still be stopped, with the
 * bids that are not stopped. Pausing again answers the same.
 */
export async function pauseBidding(ctx: PauseParts, accountId: number): Promise<PauseResult> {
  const at = await siteNow(ctx.db, ctx.marketplace.id, ctx.clock)
  const change = { accountId, paused: true, by: BY_OWNER, now: ctx.clock.now() }
  const pauseId = await ctx.db.transaction().execute((tx) => setPaused(tx, change))
  return awaitPause(ctx, { pauseId, accountId, by: BY_OWNER, at })
}

/** A pause that a transaction has set. `pauseId` as from `setPaused`, `at` on the site's clock, epoch ms. */
type Begun = { pauseId: number | null; accountId: number; by: By; at: number }

/** Logs a pause with the bids that it stops, and waits until engines have released them. */
export async function awaitPause(ctx: PauseParts, { pauseId, accountId, by, at }: Begun): Promise<PauseResult> {
  if (pauseId !== null) {
    const detail = { kind: 'paused', ...by } as const
    await logPause(ctx, { pauseId, accountId, onlyUnclaimed: false, detail, at })
  }
  const unstopped = await awaitRelease(ctx, accountId)
  return { pause: await readPause(ctx.db, accountId), notStopped: unstopped.map(presentUnstopped) }
}

export const presentUnstopped = ({ id, auction_id, title, locked_in_at }: UnstoppedBid): NotStopped => ({
  id,
  auction_id,
  title,
  ...(locked_in_at
    ? { because: 'locked_in', message: messages.bid.lockedInBeforePause }
    : { because: 'not_confirmed', message: messages.bid.pauseNotConfirmed }),
})

/** Resumes an account's bidding. A bid whose time to fire has passed fires at once, if its auction is still open. */
export async function resumeBidding(ctx: PauseParts, accountId: number): Promise<PauseResult> {
  const at = await siteNow(ctx.db, ctx.marketplace.id, ctx.clock)
  await endPausedBids(ctx, accountId)
  const change = { accountId, paused: false, by: BY_OWNER, now: ctx.clock.now() }
  const pauseId = await ctx.db.transaction().execute((tx) => setPaused(tx, change))
  if (pauseId !== null) {
    await logPause(ctx, { pauseId, accountId, onlyUnclaimed: false, detail: { kind: 'resumed', by: 'owner' }, at })
  }
  return { pause: await readPause(ctx.db, accountId), notStopped: [] }
}

/**
 * Sets or ends the pause of an account. Returns the id of the new row in `pauses`; of the latest row if nothing changes; null
 * if there is none. `now` is epoch ms.
 */
export async function setPaused(
  tx: Tx,
  { accountId, paused, by: { by, reason }, now }: { accountId: number; paused: boolean; by: By; now: number },
): Promise<number | null> {
  const at = new Date(now)
  await lockAccount(tx, accountId)
  const changed = await tx
    .updateTable('accounts')
    .set({ bidding_paused_at: paused ? at : null, updated_at: at })
    .where('id', '=', accountId)
    .where('bidding_paused_at', paused ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return findLastPauseId(tx, accountId)
  const { id } = await tx
    .insertInto('pauses')
    .values({ account_id: accountId, state: paused ? 'all' : 'off', requested_by: by, reason, at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announceChange(tx, { what: 'pause', accountId })
  return id
}
