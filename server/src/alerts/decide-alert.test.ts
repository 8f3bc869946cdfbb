import { expect, test } from 'vitest'
import { decideAlert, type Occasion } from './decide-alert.ts'

const MINUTE_MS = 60_000
const NOW = Temporal.Instant.from('2026-11-25T20:00:00Z').epochMilliseconds
const phone = { id: 1, channel: 'push' } as const
const number = { id: 2, channel: 'sms' } as const
const mail = { id: 3, channel: 'email' } as const

const occasion = (change: Partial<Occasion> = {}): Occasion => ({
  class: 'urgent',
  isTrue: true,
  isSeen: false,
  deadline: NOW + 90 * MINUTE_MS,
  hasDeadline: true,
  wanted: ['push', 'email', 'webhook'],
  isChosen: false,
  destinations: [phone, number, mail],
  sent: [],
  recent: { count: 0, firstAt: NOW },
  isHeld: false,
  quietHours: null,
  urgentWakes: true,
  snoozedUntil: 0,
  ...change,
})
/** At 20:00 UTC it is quiet for an hour more. */
const QUIET = { from: '19:00', to: '21:00', zone: 'UTC' }

test('An urgent alert goes to the wanted places, and to the next one after a minute in which nobody saw it', () => {
  const first = decideAlert(occasion(), NOW)
  expect(first).toEqual({ do: 'send', destinations: [1, 3], next: NOW + MINUTE_MS })
  const sent = [
    { channel: 'push', at: NOW },
    { channel: 'email', at: NOW },
  ] as const
  const later = NOW + MINUTE_MS
  expect(decideAlert(occasion({ sent, isSeen: true }), later)).toEqual({ do: 'end', because: 'seen' })
  // An hour before it is too late it is told again.
  expect(decideAlert(occasion({ sent }), later)).toEqual({ do: 'send', destinations: [2], next: NOW + 30 * MINUTE_MS })
})

test('An urgent alert that nobody sees is repeated an hour, twenty and five minutes before it is too late', () => {
  const times: number[] = []
  const sent: { channel: 'push' | 'sms' | 'email'; at: number }[] = []
  for (let now: number | null = NOW; now !== null;) {
    const decision = decideAlert(occasion({ sent: sent.slice() }), now)
    if (decision.do !== 'send') throw new Error(decision.do)
    times.push((now - NOW) / MINUTE_MS)
    for (const id of decision.destinations)
      sent.push({ channel: [phone, number, mail].find((place) => place.id === id)!.channel, at: now })
    now = decision.next
  }
  expect(times).toEqual([0, 1, 30, 70, 85])
  expect(sent.filter(({ channel }) => channel === 'sms')).toHaveLength(4)
})

test('A user without a wanted place is told urgent things at the next verified one', () => {
  const decision = decideAlert(occasion({ destinations: [number] }), NOW)
  expect(decision).toMatchObject({ do: 'send', destinations: [2] })
})

test('An urgent alert goes to no channel that its user has left out', () => {
  const chosen = { wanted: ['push'], isChosen: true } as const
  expect(decideAlert(occasion(chosen), NOW)).toEqual({ do: 'send', destinations: [1], next: NOW + 30 * MINUTE_MS })
  expect(decideAlert(occasion({ ...chosen, destinations: [number, mail] }), NOW)).toEqual({
    do: 'end',
    because: 'nowhere',
  })
})

test('A user without any place is told nothing outside the browser, and the log says so', () => {
  const none = { destinations: [], class: 'result' } as const
  expect(decideAlert(occasion(none), NOW)).toEqual({ do: 'end', because: 'nowhere' })
})

test('What holds no longer, or came too late, is not sent', () => {
  expect(decideAlert(occasion({ isTrue: false }), NOW)).toEqual({ do: 'end', because: 'not_true' })
  expect(decideAlert(occasion({ deadline: NOW }), NOW)).toEqual({ do: 'end', because: 'too_late' })
})

test('Quiet hours hold a result back until they end, and let an urgent alert through unless the user said no', () => {
  const until = NOW + 60 * MINUTE_MS
  const result = { class: 'result', quietHours: QUIET } as const
  expect(decideAlert(occasion(result), NOW)).toEqual({ do: 'hold', until })
  expect(decideAlert(occasion({ ...result, isHeld: true }), until)).toMatchObject({ do: 'send', destinations: [1, 3] })
  expect(decideAlert(occasion({ quietHours: QUIET }), NOW)).toMatchObject({ do: 'send' })
  expect(decideAlert(occasion({ quietHours: QUIET, urgentWakes: false }), NOW)).toEqual({ do: 'hold', until })
})

test('What loses its use during quiet hours is not sent after them', () => {
  const soon = { class: 'info', quietHours: QUIET, deadline: NOW + 30 * MINUTE_MS } as const
  expect(decideAlert(occasion(soon), NOW)).toEqual({ do: 'end', because: 'quiet' })
})

test('More than three of a kind within a minute wait, to be told together', () => {
  const recent = { count: 3, firstAt: NOW - 20_000 }
  expect(decideAlert(occasion({ class: 'result', recent }), NOW)).toEqual({ do: 'hold', until: NOW + 40_000 })
  expect(decideAlert(occasion({ class: 'result', recent, isHeld: true }), NOW)).toMatchObject({ do: 'send' })
  expect(decideAlert(occasion({ recent }), NOW)).toMatchObject({ do: 'send' })
})

test('A snoozed auction is silent, except for what is urgent', () => {
  const snoozedUntil = NOW + 1
  expect(decideAlert(occasion({ class: 'info', snoozedUntil }), NOW)).toEqual({ do: 'end', because: 'snoozed' })
  expect(decideAlert(occasion({ snoozedUntil }), NOW)).toMatchObject({ do: 'send' })
})
