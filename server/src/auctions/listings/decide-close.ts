import type { ItemReading } from '../../marketplace/marketplace.ts'

/** How and when an auction closed. `closedAt` is epoch ms on the site's clock. */
export type Close = { closedAt: number; reason: 'ended' | 'ended_early' | 'withdrawn' }

type KnownEnd = { endsAt: number; close: Close | null }

/** Sites round their times: a close at most this long before the announced end is not early. */
const ROUNDING_MS = 1_000

/** The close of an auction by a reading and by what was known before; null while the auction is open. Pure. */
export function decideClose(
  before: KnownEnd | null,
  reading: Pick<ItemReading, 'closed' | 'endsAt' | 'clock'>,
): Close | null {
  if (!reading.closed) return null
  if (before?.close) return before.close

  // When a seller ends an auction early, the site moves its end to that moment: only the end known before shows it.
  const announcedEnd = before?.endsAt ?? reading.endsAt
  const closedAt = Math.min(reading.endsAt, reading.clock.siteTime)
  return { closedAt, reason: closedAt < announcedEnd - ROUNDING_MS ? 'ended_early' : 'ended' }
}
