import type { Snipe } from '../src/engine/core/ports.ts'
import { initialState } from '../src/engine/core/snipe-state.ts'
import { timelineOf } from '../src/engine/core/timeline.ts'
import { maximumOf } from '../src/marketplace/maximum.ts'

/** A snipe of $25 on an auction that ends at `END`. The site's clock and the monotonic clock agree. */
export const END = 1_000_000
export const LEAD = 10_000
export const ONE_WAY = 40
export const CLOCK = { offsetMs: 0, uncertaintyMs: 20 }

/** Its number gives it the first place in each window over which snipes spread their readings. */
export const snipe: Snipe = {
  bidId: 1_000,
  accountId: 1,
  auctionId: '1',
  sellerId: '1',
  maximum: maximumOf({ max_bid_cents: 2_500 }),
  leadMs: LEAD,
  endsAt: END,
  endedEarly: false,
  status: 'pending',
  fence: 1,
  lockedInAt: null,
  uncertainSince: null,
  onlyReads: false,
  takenOver: false,
  group: null,
}

export const timeline = timelineOf(snipe, CLOCK, ONE_WAY)
/** The snipe's state when it is claimed. */
export const fresh = initialState(snipe, 0, CLOCK)
