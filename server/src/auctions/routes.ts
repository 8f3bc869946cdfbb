import { api, messages } from '@bidwell/contract'
import { done, route, type Route } from '../http/route.ts'
import type { AuctionCtx } from './auction-ctx.ts'
import type { AuctionRecord } from './auction-queries.ts'
import { readClosedAuction } from './closed-auctions/read-closed-auction.ts'
import { readItemCost } from './cost/read-item-cost.ts'
import { labelAuctions } from './label-auctions.ts'
import { listAuctions, listHistoricalAuctions } from './list-auctions.ts'
import { noteAuction } from './note-auction.ts'
import { presentAuction } from './present-auction.ts'
import { refreshAuction } from './refresh-auction.ts'
import { removeAuction } from './remove-auction.ts'
import { requestPrices } from './request-prices.ts'
import { restoreAuction } from './restore-auction.ts'
import { scrapeAuction } from './scrape-auction.ts'
import { trackAuction } from './track-auction.ts'

export function auctionRoutes(ctx: AuctionCtx): Route[] {
  const present = (auction: AuctionRecord) => presentAuction(auction, ctx.marketplace)

  return [
    route(api.scrapeAuction, async ({ caller, body }) => ({
      data: await scrapeAuction(ctx, caller.accountId, body.url),
    })),

    route(api.trackAuction, async ({ caller, body }) => {
      const { auction, alreadyTracked } = await trackAuction(ctx, caller, body)
      return {
        ...(alreadyTracked && { message: messages.auction.alreadyTracked(auction.auction_id) }),
        data: { id: auction.id, already_tracked: alreadyTracked, auction: present(auction) },
      }
    }),

    route(api.listAuctions, async ({ caller, query }) => ({ data: await listAuctions(ctx, caller.accountId, query) })),

    route(api.listHistoricalAuctions, async ({ caller, query }) => {
      const data = await listHistoricalAuctions(ctx, caller.accountId, query)
      return { data, auctions: data.auctions }
    }),

    route(api.refreshAuction, async ({ caller, params }) => ({
      data: { auction: present(await refreshAuction(ctx, caller.accountId, params.id)) },
    })),

    route(api.requestPrices, async ({ caller, body }) => {
      const { ids, withinMs } = await requestPrices(ctx, { accountId: caller.accountId, id: body.id })
      return { data: { ids, within_ms: withinMs } }
    }),

    route(api.readClosedAuction, async ({ caller, params }) => ({
      data: { closed_auction: await readClosedAuction(ctx.db, caller.accountId, params.id) },
    })),

    route(api.readItemCost, async ({ caller, query }) => ({
      data: await readItemCost(ctx, caller.accountId, query.auction_id, {
        ...query,
        pickup: query.pickup === 'true',
        noHandling: query.noHandling === 'true',
      }),
    })),

    route(api.noteAuction, async ({ caller, params, body }) => ({
      data: { auction: present(await noteAuction(ctx, caller, { id: params.id, ...body })) },
    })),

    route(api.labelAuctions, async ({ caller, body }) => ({
      data: { auctions: (await labelAuctions(ctx, caller, body)).map(present) },
    })),

    route(api.removeAuction, ({ caller, params }) => done(removeAuction(ctx, caller, params.id))),

    route(api.restoreAuction, async ({ caller, params }) => ({
      data: { auction: present(await restoreAuction(ctx, caller, params.id)) },
    })),
  ]
}
