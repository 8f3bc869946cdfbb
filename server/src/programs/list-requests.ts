import { BID_REQUEST, dollarsFromCents, dollarsOrNull, type WireBidRequest } from '@bidwell/contract'
import type { AnyCaller } from '../http/route.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { findRequests } from './request-queries.ts'

type ListDeps = { db: Db; clock: Clock; marketplace: Pick<Marketplace, 'id'> }

/** The latest requests of the account. A program reads its own. */
export async function listRequests({ db, clock, marketplace }: ListDeps, caller: AnyCaller): Promise<WireBidRequest[]> {
  const { accountId } = caller
  const apiTokenId = 'token' in caller ? caller.token.id : null
  const at = await siteNow(db, marketplace.id, clock)
  const rows = await findRequests(db, { accountId, apiTokenId, siteNow: at }).limit(BID_REQUEST.listed).execute()
  return rows.map((row) => ({
    id: row.id,
    token: { id: row.api_token_id, name: row.token_name },
    auction_id: row.auction_id,
    tracked_auction_id: row.tracked_auction_id,
    title: row.title,
    max_bid: dollarsFromCents(row.max_bid_cents),
    seconds_before_end: row.seconds_before_end,
    state: row.state,
    asked_at: row.asked_at.toISOString(),
    price: dollarsFromCents(row.current_price_cents),
    ends_at: row.ends_at.toISOString(),
    scheduled_max: dollarsOrNull(row.scheduled_max_cents),
  }))
}
