import { type AlertLink, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { cancelBid } from '../bidding/cancel-bid.ts'
import type { Ctx } from '../context/ctx.ts'
import type { BidRow } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { hashSecret } from '../platform/secrets.ts'
import { stopMails } from './change-preferences.ts'
import { muteAlerts } from './snooze-auction.ts'

type LinkRow = {
  token_hash: Buffer
  account_id: number
  action: AlertLink['action']
  kind: string | null
  tracked_auction_id: number | null
  bid_id: number | null
  title: string | null
  max_bid_cents: number | null
  ends_at: Date | null
  used_at: Date | null
}

/** What a link of an alert would do. Changes nothing. Throws `link_invalid` for a link that is over. */
export const readAlertLink = async (ctx: Ctx, token: string): Promise<AlertLink> =>
  present(await findLink(ctx, token, ['pending']))

/**
 * Does what a link of an alert says, for whoever holds it: it can only make quieter, or cancel. Following it again does nothing
 * more, also at the same time, or where the bid was cancelled otherwise. Throws `link_invalid` for a link that is over, and as `cancelBid` does.
 */
export async function followAlertLink(ctx: Ctx, token: string): Promise<AlertLink> {
  const { db, clock } = ctx
  const link = await findLink(ctx, token, ['pending', 'cancelled'])
  const now = clock.now()
  if (link.used_at !== null) return present(link)
  const { account_id: accountId, kind, tracked_auction_id: trackedAuctionId, bid_id: bidId } = link
  if (link.action === 'cancel' && bidId !== null) await cancelBid(ctx, { accountId }, bidId)
  await db.transaction().execute(async (tx) => {
    if (link.action === 'stop_kind' && kind !== null) await stopMails(tx, accountId, kind)
    if (link.action === 'mute' && trackedAuctionId !== null) {
      await muteAlerts(tx, accountId, { id: trackedAuctionId, until: link.ends_at })
    }
    await tx
      .updateTable('alert_links')
      .set({ used_at: new Date(now) })
      .where('token_hash', '=', link.token_hash)
      .execute()
  })
  return present({ ...link, used_at: new Date(now) })
}

/** A link to cancel a bid is over when the bid was changed, or is in none of these states any more. */
async function findLink({ db, clock }: Ctx, token: string, states: readonly BidRow['status'][]): Promise<LinkRow> {
  const hash = hashSecret(token)
  const { rows } = await sql<LinkRow>`
    select a.token_hash, a.account_id, a.action, a.kind, a.tracked_auction_id, a.bid_id, a.max_bid_cents, a.used_at,
           l.title, l.ends_at
      from alert_links a
      left join bids b on b.id = a.bid_id
      left join tracked_auctions t on t.id = coalesce(a.tracked_auction_id, b.tracked_auction_id)
      left join listings l on l.id = t.listing_id
     where a.token_hash = ${hash} and a.expires_at > ${new Date(clock.now())}
       and (a.action <> 'cancel' or a.used_at is not null or (b.status = any(${states}) and b.max_bid_cents = a.max_bid_cents))`.execute(
    db,
  )
  const [link] = rows
  if (!link) throw new AppError('link_invalid', messages.alerts.linkInvalid)
  return link
}

const present = ({ action, kind, title, max_bid_cents, used_at }: LinkRow): AlertLink => ({
  action,
  kind,
  title,
  max_bid: max_bid_cents === null ? null : max_bid_cents / 100,
  used: used_at !== null,
})
