import { type api, type Data, messages } from '@bidwell/contract'
import { listingById } from '../../auctions/listings/listing-queries.ts'
import { movesTo } from '../../bids/terms.ts'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { awaitChange } from '../await-change.ts'
import { lockBid } from '../bid-queries.ts'
import { requireAnswered } from '../bid-rules.ts'
import { judgeTerms } from '../judge-terms.ts'
import { readWorld } from '../read-world.ts'
import { requestChange } from '../request-change.ts'
import { lockGroup } from './group-queries.ts'

export type RefusedBids = Data<typeof api.addGroupMembers>['refused']

/**
 * Lets pending bids join a group, each by itself, and answers once no engine can send them as single bids. Returns those that
 * did not join, each with the sentence of its refusal. Throws `not_found` for the group, and `session_revoked` when the caller's
 * session ends meanwhile.
 */
export async function joinGroup(
  ctx: Ctx,
  caller: Caller,
  groupId: number,
  bidIds: readonly number[],
): Promise<RefusedBids> {
  const at = await siteNow(ctx.db, ctx.marketplace.id, ctx.clock)
  return refusedOf(bidIds, {
    request: (id) => ctx.db.transaction().execute((tx) => requestJoin(tx, ctx, caller, { groupId, id, at })),
    confirm: (id) => awaitChange(ctx, caller.accountId, id, { kind: 'regroup', groupId }),
  })
}

type Work = {
  /** In turn: the transactions of an account wait for each other. */
  request: (bidId: number) => Promise<void>
  /** For all at once. */
  confirm: (bidId: number) => Promise<unknown>
}

/** Does something for each bid. Returns those that a rule refuses. */
export async function refusedOf(bidIds: readonly number[], { request, confirm }: Work): Promise<RefusedBids> {
  const refused: RefusedBids = []
  const tried = async (bidId: number, work: (bidId: number) => Promise<unknown>) => {
    try {
      await work(bidId)
      return true
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'session_revoked') throw error
      refused.push({ bid_id: bidId, message: error.message })
      return false
    }
  }
  const requested: number[] = []
  for (const bidId of new Set(bidIds)) if (await tried(bidId, request)) requested.push(bidId)
  await Promise.all(requested.map((bidId) => tried(bidId, confirm)))
  return refused
}

type Join = { groupId: number; id: number; /** Epoch ms on the site's clock. */ at: number }

async function requestJoin(tx: Tx, ctx: Ctx, caller: Caller, { groupId, id, at }: Join): Promise<void> {
  const { accountId } = caller
  await lockCaller(tx, caller)
  const group = await lockGroup(tx, accountId, groupId)
  const bid = await lockBid(tx, accountId, id)
  if (!bid) throw new AppError('not_found', messages.bid.notFound)
  if (bid.group_id === groupId && movesTo(bid) === undefined) return
  if (bid.status !== 'pending') throw new AppError('conflict', messages.bidGroup.notPending)
  requireAnswered(bid)
  const listing = await listingById(tx, bid.listing_id)
  const trackedAuctionId = bid.tracked_auction_id
  const world = await readWorld(tx, ctx, { caller, listing, trackedAuctionId, standing: bid, group, at })
  judgeTerms({ group }, world)
  await requestChange(tx, bid, { kind: 'regroup', groupId }, at)
}
