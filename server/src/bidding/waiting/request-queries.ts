import { BID_REQUEST, type BidRequestState } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'

export type RequestRow = Awaited<ReturnType<ReturnType<typeof findRequests>['executeTakeFirstOrThrow']>>

/**
 * Requests with their auctions, each in the state that it has now: one that its owner can no longer schedule has ended. `siteNow` is
 * epoch ms on the site's clock.
 */
export const findRequests = (db: Db, siteNow: number) =>
  db
    .selectFrom('bid_requests as r')
    .innerJoin('api_tokens as a', 'a.id', 'r.api_token_id')
    .innerJoin('tracked_auctions as t', 't.id', 'r.tracked_auction_id')
    .innerJoin('listings as l', 'l.id', 't.listing_id')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('bids')
          .select(
            sql<number>`max(greatest(max_bid_cents, (pending -> 'maxBidCents')::bigint))`.as('scheduled_max_cents'),
          )
          .whereRef('bids.tracked_auction_id', '=', 't.id')
          .where('bids.status', '=', 'pending')
          .as('b'),
      (join) => join.onTrue(),
    )
    .select(['r.id', 'r.account_id', 'r.api_token_id', 'r.tracked_auction_id', 'r.max_bid_cents'])
    .select(['r.seconds_before_end', 'r.asked_at', 'a.name as token_name', 'b.scheduled_max_cents'])
    .select(['l.auction_id', 'l.title', 'l.current_price_cents', 'l.ends_at'])
    .select(
      sql<BidRequestState>`case
        when r.state = 'open' and (t.removed_at is not null or l.closed_at is not null
          or l.ends_at <= ${new Date(siteNow + BID_REQUEST.endsBeforeMs)}
          or coalesce(b.scheduled_max_cents, 0) >= r.max_bid_cents) then 'ended' else r.state end`.as('state_now'),
    )
