import { amountFault, dollarsOrNull, type SiteLists } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import type { WatchedAuction } from './read-site-lists.ts'

type Row = {
  readAt: Date | null
  failure: SiteLists['failure']
  isAsked: boolean
  auctions: (WatchedAuction & { isTracked: boolean })[]
}

/** What an account watches at the site, as it was read last; empty when it was not read within the last day. */
export async function listSiteLists({ db, marketplace }: Ctx, accountId: number): Promise<SiteLists> {
  const { rows } = await sql<Row>`
    select read_at as "readAt", failure, due_at is not null as "isAsked",
           (select coalesce(jsonb_agg(watched || jsonb_build_object('isTracked', exists (
                     select from tracked_auctions t join listings l on l.id = t.listing_id
                      where t.account_id = s.account_id and t.removed_at is null
                        and l.marketplace = s.marketplace and l.auction_id = watched->>'auctionId')) order by place), '[]')
              from jsonb_array_elements(s.auctions) with ordinality as w (watched, place)) as auctions
      from site_lists s
     where account_id = ${accountId} and marketplace = ${marketplace.id}`.execute(db)
  const [row] = rows
  if (!row) return { read_at: null, failure: null, is_asked: false, auctions: [] }
  return {
    read_at: row.readAt?.toISOString() ?? null,
    failure: row.failure,
    is_asked: row.isAsked,
    auctions: row.auctions.map(({ auctionId, maximumCents, note, isTracked }) => {
      const wishedMax = wishedMaxOf(note)
      return {
        auction_id: auctionId,
        item_url: marketplace.itemUrl(auctionId),
        own_max: dollarsOrNull(maximumCents),
        wished_max: wishedMax,
        note: wishedMax === null ? (note ?? '') : '',
        is_tracked: isTracked,
      }
    }),
  }
}

/** The maximum of a note that is written for other bidding programs, such as `{"max_bid": 10.5}`, in dollars. */
function wishedMaxOf(note: string | null): number | null {
  if (note === null || !note.startsWith('{')) return null
  try {
    const { max_bid: max } = JSON.parse(note) as { max_bid?: unknown }
    return typeof max === 'number' && amountFault(max) === null ? max : null
  } catch {
    return null
  }
}
