import { expect, test } from 'vitest'
import type { WireDelivery } from '../../alerts/alerts.ts'
import { state, subject } from './delivery.ts'

const NOON = '2026-11-20T12:00:00.000Z'
const context = { site: 'ShopGoodwill', time: (at: number) => new Date(at).toISOString().slice(11, 19) }
const aDelivery = (change: Partial<WireDelivery> = {}): WireDelivery => ({
  id: '0198c1de-5d4b-7d9a-9b1f-0a6f2f6f1e11',
  channel: 'email',
  place: 'ann@example.com',
  kind: 'bid_over_maximum',
  values: { priceCents: 3_100, nextBidCents: 3_200, maxBidCents: 1_500 },
  title: 'Brass lamp',
  queued_at: NOON,
  ended_at: NOON,
  outcome: 'sent',
  attempts: 1,
  next_try_at: null,
  said: '250 OK',
  shown_at: null,
  ...change,
})
const WAITING = { outcome: null, ended_at: null, next_try_at: '2026-11-20T12:05:00.000Z' } as const

test.each<[Partial<WireDelivery>, string]>([
  [{}, 'Brass lamp: Over your max'],
  [{ title: null, kind: 'verify-email' }, 'Link to verify your address'],
  [{ title: null, kind: 'alert_test' }, 'Test alert'],
  [{ title: null, kind: 'of_tomorrow' }, 'of tomorrow'],
  [{ values: { of: 'tomorrow' } }, 'Brass lamp: bid over maximum'],
])('The log of alerts names %j as %j', (change, expected) => {
  expect(subject(aDelivery(change), context)).toBe(expected)
})

test.each<[string, Partial<WireDelivery>, string]>([
  ['a mail that was accepted', {}, 'Sent by email to ann@example.com, 12:00:00'],
  ['a mail about the account', { place: null }, 'Sent by email, 12:00:00'],
  [
    'a push that a device has shown',
    { channel: 'push', place: 'Pixel 8', shown_at: '2026-11-20T12:00:02.000Z' },
    'Shown on Pixel 8, 12:00:02',
  ],
  [
    'a mail that was put off',
    { ...WAITING, said: 'Error: Message failed: 451 4.7.1 Greylisted' },
    'Waits to be sent by email to ann@example.com: the mail server said “451 4.7.1 Greylisted”; next try 12:05:00',
  ],
  [
    'a mail whose server could not be reached',
    { ...WAITING, said: 'Error: connect ECONNREFUSED 127.0.0.1:25' },
    'Waits to be sent by email to ann@example.com: “connect ECONNREFUSED 127.0.0.1:25”; next try 12:05:00',
  ],
  ['a mail that was not tried yet', { ...WAITING, said: null }, 'To be sent by email to ann@example.com'],
  [
    'an alert in quiet hours',
    { ...WAITING, said: 'PutOff: quiet hours' },
    'Waits to be sent by email to ann@example.com until your quiet hours end, 12:05:00',
  ],
  [
    'a webhook that is gone',
    { channel: 'webhook', place: 'Home', outcome: 'refused', said: 'Refused: HTTP 410: the webhook is gone' },
    'Not sent by webhook to Home: the webhook said “HTTP 410: the webhook is gone”',
  ],
  ['a mail that came too late', { outcome: 'too_late', said: null }, 'Not sent by email to ann@example.com in time'],
  [
    'a warning that held no longer',
    { outcome: 'dropped', said: 'not_true' },
    'Not sent by email to ann@example.com: it was no longer so by then',
  ],
  [
    'an alert of which the user had read',
    { outcome: 'dropped', said: 'seen' },
    'Not sent by email to ann@example.com: you had seen it by then',
  ],
  [
    'an alert with a reason of another version',
    { outcome: 'dropped', said: 'of_tomorrow' },
    'Not sent by email to ann@example.com: of_tomorrow',
  ],
])('The log of alerts says where %s is', (_what, change, expected) => {
  expect(state(aDelivery(change), context).text).toBe(expected)
})
