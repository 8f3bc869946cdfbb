const QUARTER_HOUR_MS = 15 * 60_000
const HOUR_MS = 4 * QUARTER_HOUR_MS
const DAY_MS = 24 * HOUR_MS

/** The times before the end whose prices are kept. */
const KEPT = {
  price_day_before_cents: DAY_MS,
  price_hour_before_cents: HOUR_MS,
  price_quarter_hour_before_cents: QUARTER_HOUR_MS,
} as const

/** A price from the reading that first showed it. Instants are epoch ms on this machine's wall clock. */
export type PriceStep = {
  at: number
  priceCents: number
  /** The last reading that showed the price before; null when it was not recorded. */
  previousSeenAt: number | null
}

type History = {
  /** Oldest first. */
  steps: readonly PriceStep[]
  /** The reading after the close, which still showed the last price. */
  readAt: number
}

/**
 * The prices a day, an hour and a quarter of an hour before the end. A price counts while readings show it, and after the
 * last such reading for at most a quarter of the time to the end: six hours, fifteen minutes, and three minutes 45 seconds.
 * Otherwise it is null. Pure.
 */
export function pricesBeforeEnd(history: History, endedAt: number): Record<keyof typeof KEPT, number | null> {
  const priceBefore = (leadMs: number) => priceAt(history, endedAt - leadMs, leadMs / 4)
  return {
    price_day_before_cents: priceBefore(KEPT.price_day_before_cents),
    price_hour_before_cents: priceBefore(KEPT.price_hour_before_cents),
    price_quarter_hour_before_cents: priceBefore(KEPT.price_quarter_hour_before_cents),
  }
}

function priceAt({ steps, readAt }: History, instant: number, toleranceMs: number): number | null {
  const index = steps.findLastIndex(({ at }) => at <= instant)
  const step = steps[index]
  if (!step) return null
  const next = steps[index + 1]
  const lastSeenAt = next ? (next.previousSeenAt ?? step.at) : readAt
  return instant - lastSeenAt <= toleranceMs ? step.priceCents : null
}
