import { Readable } from 'node:stream'
import { messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { closingPrice } from '../../bidding/bid-queries.ts'
import type { Ctx } from '../../context/ctx.ts'
import { FileAnswer } from '../../http/route.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { openFeed } from './feed.ts'
import { type CalendarAuction, writeCalendar } from './write-calendar.ts'

const DAY_MS = 86_400_000
/** Entries stay for so long after their close. */
const KEPT_MS = 90 * DAY_MS
/** The latest ones, so that one reading stays cheap. */
const MAX_ENTRIES = 1_000
const FILE = /^([\w-]{43})\.ics$/

/** The calendar at an address. Throws `not_found` for an address that is not, or no longer, one. */
export async function readCalendarFile(ctx: Ctx, file: string): Promise<FileAnswer> {
  const token = FILE.exec(file)?.[1]
  const feed = token === undefined ? null : await openFeed(ctx, token)
  if (!feed) throw new AppError('not_found', messages.calendar.unknown)
  const now = await siteNow(ctx.db, ctx.marketplace.id, ctx.clock)
  const auctions = await findAuctions(ctx.db, feed.accountId, new Date(now - KEPT_MS))
  const withLinks = auctions.map((auction) => ({ ...auction, itemUrl: ctx.marketplace.itemUrl(auction.itemNumber) }))
  const text = writeCalendar(withLinks, { ...feed, now, publicUrl: ctx.publicUrl })
  return new FileAnswer('bidwell.ics', Readable.from([text]), 'text/calendar; charset=utf-8')
}

type Found = Omit<CalendarAuction, 'itemUrl'> & { itemNumber: string }

/** The auctions that the account tracks and that have not closed before `since`, each with the account's last bid on it. */
async function findAuctions(db: Db, accountId: number, since: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select t.id, l.auction_id as "itemNumber", l.title, l.ends_at as "endsAt", l.ends_at_ambiguous as "isAmbiguous",
           l.closed_at as "closedAt", l.closed_reason as "closedBecause", l.end_moves as "endMoves",
           t.created_at as "createdAt", greatest(l.updated_at, b.updated_at) as "updatedAt", ${closingPrice} as "priceCents",
           b.bid
      from tracked_auctions t join listings l on l.id = t.listing_id
      left join lateral (
        select status, outcome, final_price_cents, updated_at,
               json_build_object('status', status, 'outcome', outcome, 'maxCents', max_bid_cents, 'seconds', seconds_before_end) as bid
          from bids where tracked_auction_id = t.id and deleted_at is null
         order by id desc limit 1) b on true
     where t.account_id = ${accountId} and t.removed_at is null and t.deleted_at is null and l.ends_at > ${since}
     order by l.ends_at desc, t.id limit ${MAX_ENTRIES}`.execute(db)
  return rows
}
