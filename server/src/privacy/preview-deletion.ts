import { type api, type BidAtStake, changeDeadline, type Data, dollarsFromCents, RETENTION_MS } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { unsettledBidsOf } from './deletion-queries.ts'

const DAY_MS = 86_400_000

/** What deleting the account would do now: which bids it cancels, and which are too late to be cancelled. */
export async function previewDeletion(ctx: Ctx, accountId: number): Promise<Data<typeof api.previewDeletion>> {
  const { db, clock, marketplace } = ctx
  const now = await siteNow(db, marketplace.id, clock)
  const login = await db
    .selectFrom('connections')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  const bids = await unsettledBidsOf(db, accountId)
  return {
    grace_days: RETENTION_MS.deletionGrace / DAY_MS,
    has_site_login: login !== undefined,
    bids: bids.map((bid): BidAtStake => ({
      id: bid.id,
      auction_id: bid.auction_id,
      title: bid.title,
      ends_at: bid.ends_at.toISOString(),
      max_bid: dollarsFromCents(bid.max_bid_cents),
      fate: bid.status === 'executed' || bid.locked_in_at !== null || isTooLate(bid, now) ? 'sent' : 'cancelled',
    })),
  }
}

const isTooLate = ({ fire_at }: { fire_at: Date }, now: number) => now >= changeDeadline(fire_at.getTime())
