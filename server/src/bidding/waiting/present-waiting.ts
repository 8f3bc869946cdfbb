import { dollarsFromCents, dollarsOrNull } from '@bidwell/contract'
import type { RequestRow } from './request-queries.ts'

type WaitingRow = Pick<RequestRow, 'id' | 'auction_id' | 'tracked_auction_id' | 'title' | 'max_bid_cents'> &
  Pick<RequestRow, 'seconds_before_end' | 'current_price_cents' | 'ends_at'> &
  Partial<Pick<RequestRow, 'scheduled_max_cents'>>

/** What a bid that waits is about, in the API's format. */
export const presentWaiting = (row: WaitingRow) => ({
  id: row.id,
  auction_id: row.auction_id,
  tracked_auction_id: row.tracked_auction_id,
  title: row.title,
  max_bid: dollarsFromCents(row.max_bid_cents),
  seconds_before_end: row.seconds_before_end,
  price: dollarsFromCents(row.current_price_cents),
  ends_at: row.ends_at.toISOString(),
  scheduled_max: dollarsOrNull(row.scheduled_max_cents ?? null),
})
