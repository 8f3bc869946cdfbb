import type { ItemReading } from '../marketplace/marketplace.ts'

/** How a listing came to its end. `closedAt` is epoch ms on the site's clock. */
export type Close = { closedAt: number; because: 'ended' | 'ended_early' | 'withdrawn' }

type Before = { endsAt: number; close: Close | null }

/** Sites round their times; a close within this of the promised end is no surprise. */
const EARLY_BY_MS = 1_000

/** What a reading says about the close, given what was known before it; null while the auction is open. */
export function decideClose(
  before: Before | null,
  reading: Pick<ItemReading, 'closed' | 'endsAt' | 'clock'>,
): Close | null {
  if (!reading.closed) return null
  if (before?.close) return before.close

  // An auction that its seller ends gets the moment of ending as its new end, so the earlier promise is what counts.
  const promisedEnd = before?.endsAt ?? reading.endsAt
  const closedAt = Math.min(reading.endsAt, reading.clock.siteTime)
  return { closedAt, because: closedAt < promisedEnd - EARLY_BY_MS ? 'ended_early' : 'ended' }
}
