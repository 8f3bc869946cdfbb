import { randomUUID } from 'node:crypto'
import type { WireDelivery } from '@bidwell/contract'

const MINUTE_MS = 60_000

/** A line of the log of alerts for each state that a delivery can be in: no installation has them all at one time. */
export function deliveriesInStates(now: number): WireDelivery[] {
  const at = (minutesAgo: number) => new Date(now - minutesAgo * MINUTE_MS).toISOString()
  const delivery = (change: Partial<WireDelivery>): WireDelivery => ({
    id: randomUUID(),
    channel: 'email',
    place: 'avery@example.com',
    kind: 'bid_over_maximum',
    values: { priceCents: 3_100, nextBidCents: 3_200, maxBidCents: 1_500 },
    title: 'Silver tea set, four pieces',
    queued_at: at(30),
    ended_at: at(30),
    outcome: 'sent',
    attempts: 1,
    next_try_at: null,
    said: '250 2.0.0 Ok: queued as 4BxK2',
    shown_at: null,
    ...change,
  })
  const waiting = { outcome: null, ended_at: null, next_try_at: at(-2) } as const
  return [
    delivery({ ...waiting, attempts: 2, said: 'Error: Message failed: 451 4.7.1 Greylisted, please try again later' }),
    delivery({ ...waiting, attempts: 0, said: null, title: null, kind: 'alert_test', values: {} }),
    delivery({
      ...waiting,
      said: 'PutOff: quiet hours',
      kind: 'bid_lost',
      values: { priceCents: null, maxBidCents: 1 },
    }),
    delivery({ channel: 'push', place: 'Pixel 8', shown_at: at(29), said: '201' }),
    delivery({
      channel: 'webhook',
      place: 'Workshop',
      outcome: 'refused',
      said: `Refused: HTTP 410: ${'<b>gone</b>'.repeat(20)}`,
    }),
    delivery({ channel: 'sms', place: '+1 555 0100', outcome: 'too_late', said: null }),
    delivery({ outcome: 'dropped', said: 'not_true' }),
    delivery({ outcome: 'dropped', said: 'quiet', queued_at: at(3_000), ended_at: at(2_500) }),
    delivery({ place: null, title: null, kind: 'new_sign_in', values: {} }),
  ]
}
