import type { Interval } from './records.ts'

/**
 * The `count`th renewal after `anchor`, epoch seconds. Stripe keeps the anchor's day of the month: a subscription of 31
 * January renews on 28 February and then on 31 March.
 */
function renewalAt(anchor: number, interval: Interval, count: number): number {
  const months = interval === 'month' ? count : count * 12
  const start = Temporal.Instant.fromEpochMilliseconds(anchor * 1_000).toZonedDateTimeISO('UTC')
  return start.add({ months }, { overflow: 'constrain' }).epochMilliseconds / 1_000
}

/** The first renewal after `instant`, epoch seconds. */
export function nextRenewal(anchor: number, interval: Interval, instant: number): number {
  let count = 1
  while (renewalAt(anchor, interval, count) <= instant) count += 1
  return renewalAt(anchor, interval, count)
}
