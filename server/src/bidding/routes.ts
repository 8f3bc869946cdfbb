import { api } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { done, route, type Route } from '../http/route.ts'
import { cancelBid } from './cancel-bid.ts'
import { changeBid } from './change-bid.ts'
import { deleteBids, deleteHistoricalBid } from './deleted/delete-bids.ts'
import { restoreBids } from './deleted/restore-bids.ts'
import { readExposure } from './exposure.ts'
import { bidGroupRoutes } from './groups/routes.ts'
import { listBids, listScheduledBids, requireBid } from './list-bids.ts'
import { presentBid } from './present-bid.ts'
import { readOwnToken } from './read-own-token.ts'
import { noteResultsSeen, readResultsSeen } from './results-seen.ts'
import { scheduleBid } from './schedule-bid.ts'
import { waitingBidRoutes } from './waiting/routes.ts'

export function bidRoutes(ctx: Ctx): Route[] {
  return [
    ...bidGroupRoutes(ctx),
    ...waitingBidRoutes(ctx),

    route(api.listBids, async ({ caller, query }) => ({ data: await listBids(ctx, caller.accountId, query) })),

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
      const { id, auction_id, status, error_detail } = await requireBid(ctx.db, caller.accountId, params.id)
      return { data: { id, auctionId: auction_id, status, errorDetail: error_detail } }
    }),

    route(api.deleteHistoricalBid, ({ caller, params }) => done(deleteHistoricalBid(ctx, caller.accountId, params.id))),

    route(api.deleteBids, async ({ caller, body }) => ({ data: await deleteBids(ctx, caller.accountId, body) })),

    route(api.restoreBids, async ({ caller, body }) => ({ data: await restoreBids(ctx, caller.accountId, body) })),

    route(api.readExposure, async ({ caller }) => ({ data: await readExposure(ctx, caller.accountId) })),

    route(api.readResultsSeen, async ({ caller }) => ({
      data: { until: await readResultsSeen(ctx.db, caller.accountId) },
    })),

    route(api.noteResultsSeen, ({ caller, body }) => done(noteResultsSeen(ctx.db, caller.accountId, body.until))),

    route(api.listScheduledBids, async ({ caller, params }) => ({
      data: { bids: await listScheduledBids(ctx.db, caller.accountId, params.id) },
    })),
  ]
}
