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
  wanted: ['push', 'sms', 'email', 'webhook'],
  isChosen: false,
  destinations: [phone, number, mail],
  lastSentAt: null,
  quietHours: null,
  urgentWakes: true,
  snoozedUntil: 0,
  ...change,
})
/** At 20:00 UTC it is quiet for an hour more. */
const QUIET = { from: '19:00', to: '21:00', zone: 'UTC' }

test('An urgent alert that nobody sees is repeated an hour, twenty and five minutes before it is too late, then as a text too', () => {
  const told: [minutes: number, places: readonly number[]][] = []
  let lastSentAt: number | null = null
  for (let now: number | null = NOW; now !== null;) {
    const decision = decideAlert(occasion({ lastSentAt }), now)
    if (decision.do !== 'send') throw new Error(decision.do)
    told.push([(now - NOW) / MINUTE_MS, decision.destinations])
    lastSentAt = now
    now = decision.next
  }
  expect(told).toEqual([
    [0, [1, 3]],
    [30, [1, 2, 3]],
    [70, [1, 2, 3]],
    [85, [1, 2, 3]],
  ])
  expect(decideAlert(occasion({ lastSentAt: NOW, isSeen: true }), NOW + 1)).toEqual({ do: 'end', because: 'seen' })
})

test('A user with nothing but a number is told urgent things once they can act for an hour more', () => {
  const texted = { destinations: [number] }
  expect(decideAlert(occasion(texted), NOW)).toEqual({ do: 'send', destinations: [], next: NOW + 30 * MINUTE_MS })
  const within = occasion({ ...texted, deadline: NOW + 10 * MINUTE_MS })
  expect(decideAlert(within, NOW)).toEqual({ do: 'send', destinations: [2], next: NOW + 5 * MINUTE_MS })
  const always = occasion({ ...texted, hasDeadline: false })
  expect(decideAlert(always, NOW)).toEqual({ do: 'end', because: 'nowhere' })
})

test('An urgent alert goes at once where its user has chosen, and to no channel that was left out', () => {
  const chosen = { wanted: ['sms'], isChosen: true } as const
  expect(decideAlert(occasion(chosen), NOW)).toEqual({ do: 'send', destinations: [2], next: NOW + 30 * MINUTE_MS })
  const last = occasion({ ...chosen, destinations: [phone, mail], deadline: NOW + MINUTE_MS })
  expect(decideAlert(last, NOW)).toEqual({ do: 'end', because: 'nowhere' })
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
  const result = { class: 'result', wanted: ['push', 'email'], quietHours: QUIET } as const
  expect(decideAlert(occasion(result), NOW)).toEqual({ do: 'hold', until })
  expect(decideAlert(occasion(result), until)).toMatchObject({ do: 'send', destinations: [1, 3] })
  expect(decideAlert(occasion({ quietHours: QUIET }), NOW)).toMatchObject({ do: 'send' })
  expect(decideAlert(occasion({ quietHours: QUIET, urgentWakes: false }), NOW)).toEqual({ do: 'hold', until })
})

test('What loses its use during quiet hours is not sent after them', () => {
  const soon = { class: 'info', quietHours: QUIET, deadline: NOW + 30 * MINUTE_MS } as const
  expect(decideAlert(occasion(soon), NOW)).toEqual({ do: 'end', because: 'quiet' })
})

test('A snoozed auction is silent, except for what is urgent', () => {
  const snoozedUntil = NOW + 1
  expect(decideAlert(occasion({ class: 'info', snoozedUntil }), NOW)).toEqual({ do: 'end', because: 'snoozed' })
  expect(decideAlert(occasion({ snoozedUntil }), NOW)).toMatchObject({ do: 'send' })
})
