import { api, type BidStatus, messages } from '@bidwell/contract'
import { findAuction } from '../auctions/auction-queries.ts'
import type { Ctx } from '../context/ctx.ts'
import { route, type Route } from '../http/route.ts'
import { AppError } from '../platform/errors.ts'
import { findBid, findPendingBid } from './bid-queries.ts'
import { cancelBid } from './cancel-bid.ts'
import { changeBid } from './change-bid.ts'
import { deleteBids, deleteHistoricalBid } from './deleted/delete-bids.ts'
import { restoreBids } from './deleted/restore-bids.ts'
import { readExposure } from './exposure.ts'
import { bidGroupRoutes } from './groups/routes.ts'
import { listBids } from './list-bids.ts'
import { presentBid } from './present-bid.ts'
import { readOwnToken } from './read-own-token.ts'
import { noteResultsSeen, readResultsSeen } from './results-seen.ts'
import { scheduleBid } from './schedule-bid.ts'
import { waitingBidRoutes } from './waiting/routes.ts'

export function bidRoutes(ctx: Ctx): Route[] {
  return [
    ...bidGroupRoutes(ctx),
    ...waitingBidRoutes(ctx),

    route(api.listBids, async ({ caller, query: { status, ...page } }) => {
      // The endpoint's schema has checked each status between the commas.
      const statuses = status?.split(',') as BidStatus[] | undefined
      const { page: bids, nextCursor } = await listBids(ctx, caller.accountId, { ...page, statuses })
      return { data: { bids: bids.map(presentBid), next_cursor: nextCursor } }
    }),

    route(api.scheduleBid, async ({ caller, body }) => ({
      data: { bid: presentBid(await scheduleBid(ctx, caller, body)) },
    })),

    route(api.changeBid, async ({ caller, params, body }) => ({
      data: { bid: presentBid(await changeBid(ctx, caller, params.id, body)) },
    })),

    route(api.cancelBid, async ({ caller, params }) => ({
      data: { bid: presentBid(await cancelBid(ctx, caller, params.id)) },
    })),

    route(api.readOwnToken, async ({ caller }) => ({ data: await readOwnToken(ctx, caller) })),

    route(api.readBid, async ({ caller, params }) => {
      const bid = await findBid(ctx.db, caller.accountId, params.id)
      if (!bid) throw new AppError('not_found', messages.bid.notFound)
      return {
        data: { id: bid.id, auctionId: bid.auction_id, status: bid.status, errorDetail: bid.error_detail },
      }
    }),

    route(api.deleteHistoricalBid, async ({ caller, params }) => {
      await deleteHistoricalBid(ctx, caller.accountId, params.id)
      return { data: {} }
    }),

    route(api.deleteBids, async ({ caller, body }) => ({ data: await deleteBids(ctx, caller.accountId, body) })),

    route(api.restoreBids, async ({ caller, body }) => ({ data: await restoreBids(ctx, caller.accountId, body) })),

    route(api.readExposure, async ({ caller }) => ({ data: await readExposure(ctx, caller.accountId) })),

    route(api.readResultsSeen, async ({ caller }) => {
      const until = await readResultsSeen(ctx.db, caller.accountId)
      return { data: { until: until?.toISOString() ?? null } }
    }),

    route(api.noteResultsSeen, async ({ caller, body }) => {
      await noteResultsSeen(ctx.db, caller.accountId, new Date(body.until))
      return { data: {} }
    }),

    route(api.listScheduledBids, async ({ caller, params }) => {
      const auction = await findAuction(ctx.db, caller.accountId, params.id)
      if (!auction) throw new AppError('not_found', messages.auction.notFound)
      const bid = await findPendingBid(ctx.db, caller.accountId, params.id)
      return { data: { bids: bid ? [presentBid(bid)] : [] } }
    }),
  ]
}
