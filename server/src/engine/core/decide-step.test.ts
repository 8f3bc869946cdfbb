import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { maximumOf } from '../../marketplace/maximum.ts'
import { decideStep, ABSENCE_PROVEN_AFTER_MS } from './decide-step.ts'
import { type SnipeState, initialState } from './snipe-state.ts'
import type { Snipe } from './ports.ts'
import { timelineOf } from './timeline.ts'

const END = 1_000_000
const LEAD = 10_000
const ONE_WAY = 40

/** Its looks at the site are the first of their round, on the full second. */
const snipe: Snipe = {
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
  takenOver: false,
}

/** The site's clock and ours agree, so that instants can be read. */
const timeline = timelineOf(snipe, { offsetMs: 0, uncertaintyMs: 20 }, ONE_WAY)
const T = END - LEAD
const fresh = initialState(snipe, 0, { offsetMs: 0, uncertaintyMs: 20 })
const price = { currentCents: 1_000, minimumCents: 1_100 }
const online: SnipeState = { ...fresh, loggedIn: true, isConnected: true }
const armed: SnipeState = { ...online, readAt: T - 90_000, warmedAt: T - 89_900, price, isArmed: true }
const ready: SnipeState = { ...armed, readAt: T - 15_000, warmedAt: T - 4_000 }
const MISSING = { times: 9, from: T - 40_000, to: T - 100 }
const lockedIn: SnipeState = { ...ready, lockedIn: 'in_database' }

test.each<[string, SnipeState, number, ReturnType<typeof decideStep>]>([
  ['far ahead, it waits to be armed', fresh, 0, { do: 'wait', until: T - 90_000 }],
  ['arming begins with a login', fresh, T - 90_000, { do: 'log_in' }],
  ['then the line is opened', { ...fresh, loggedIn: true }, T - 89_000, { do: 'connect' }],
  ['then the item is read', online, T - 89_000, { do: 'read' }],
  ['then the line is warmed', { ...armed, warmedAt: null }, T - 89_000, { do: 'warm' }],
  ['armed, it waits for the re-read', armed, T - 80_000, { do: 'wait', until: T - 15_000 }],
  ['at T-15 s it is read again', armed, T - 15_000, { do: 'read' }],
  ['while the page fails', { ...armed, failures: 1, isLightReadNext: true }, T - 12_000, { do: 'read' }],
  ['it takes turns', { ...armed, failures: 1, isLightReadNext: true }, T - 10_000, { do: 'warm' }],
  ['with the light read', { ...armed, failures: 1, warmedAt: T - 9_900 }, T - 9_800, { do: 'read' }],
  ['then it waits to be kept warm', { ...armed, readAt: T - 15_000 }, T - 14_900, { do: 'wait', until: T - 10_000 }],
  ['from T-10 s on it is kept warm', { ...armed, readAt: T - 15_000 }, T - 10_000, { do: 'warm' }],
  ['every three seconds', { ...ready, warmedAt: T - 7_000 }, T - 6_000, { do: 'wait', until: T - 4_000 }],
  ['but not so late that it could be in the way', ready, T - 1_500, { do: 'wait', until: T - 1_000 }],
  ['at T-1 s it is locked in', ready, T - 1_000, { do: 'lock_in' }],
  ['then it is fired', lockedIn, T - 999, { do: 'fire' }],
  [
    'a re-read that fails is tried again',
    { ...armed, failures: 1, nextTryAt: T - 14_000 },
    T - 14_500,
    { do: 'wait', until: T - 14_000 },
  ],
  ['but never past the lock-in', { ...armed, failures: 3, nextTryAt: T }, T - 1_001, { do: 'wait', until: T - 1_000 }],
  ['where it goes ahead with what is known', { ...armed, failures: 3, nextTryAt: T }, T - 1_000, { do: 'lock_in' }],
  [
    'without a login it is tried until the close',
    { ...fresh, failures: 5, nextTryAt: T + 5 },
    T,
    { do: 'wait', until: T + 5 },
  ],
  [
    'nor without a connection',
    { ...lockedIn, isConnected: false, failures: 5, nextTryAt: T + 5 },
    T,
    { do: 'wait', until: T + 5 },
  ],
  ['a line that was lost is opened again', { ...lockedIn, isConnected: false }, T - 500, { do: 'connect' }],
  ['an item never seen is looked for once', online, T - 1_000, { do: 'read' }],
  ['and is bid on unseen', { ...online, failures: 1, lockedIn: 'in_database' }, T - 500, { do: 'fire' }],
  ['as is one that cannot be found', { ...ready, missing: MISSING, failures: 9, nextTryAt: T }, T, { do: 'lock_in' }],
  ['overdue, it is armed all the same', fresh, END - 500, { do: 'log_in' }],
  ['overdue and armed, it is locked in', ready, END - 400, { do: 'lock_in' }],
  ['past the close, the site is asked once more', ready, END, { do: 'read' }],
  [
    'a bid in doubt is looked for at once',
    { ...lockedIn, bid: 'outcome_unknown', uncertainSince: T + 50 },
    T + 50,
    { do: 'read' },
  ],
  [
    'and again when its page must show it',
    { ...lockedIn, bid: 'outcome_unknown', uncertainSince: T + 50, readAt: T + 60 },
    T + 200,
    { do: 'wait', until: T + 50 + ABSENCE_PROVEN_AFTER_MS },
  ],
  [
    'a bid that stands waits for the close',
    { ...lockedIn, bid: 'stands' },
    T + 100,
    { do: 'wait', until: END + 3_000 },
  ],
  ['and is settled three seconds after', { ...lockedIn, bid: 'stands' }, END + 3_000, { do: 'read' }],
])('%s', (_, state, now, step) => {
  expect(decideStep(state, timeline, now)).toEqual(step)
})

test.each<[SnipeState['bid'], boolean]>([
  ['none', false],
  ['outcome_unknown', false],
  ['stands', true],
])(
  'an item of which the site knows nothing, with a bid that is %s, is withdrawn once two minutes have passed',
  (bid, accepted) => {
    const gone: SnipeState = {
      ...lockedIn,
      bid,
      readAt: T,
      failures: 9,
      missing: { times: 9, from: END, to: END + 120_000 },
    }
    const verdict = { outcome: 'withdrawn', accepted }
    expect(decideStep(gone, timeline, END + 121_000)).toMatchObject({ do: 'finish', verdict })
    const missed = { ...gone, missing: { times: 9, from: END, to: END + 50_000 } }
    expect(decideStep(missed, timeline, END + 51_000)).toEqual({ do: 'read' })
  },
)

test('after the close an item is asked once at least: its end may have moved meanwhile', () => {
  expect(decideStep({ ...ready, warmedAt: null }, timeline, END + 90_000)).toEqual({ do: 'read' })
  const unheard = { ...ready, failures: 1 }
  expect(decideStep(unheard, timeline, END + 59_000)).toEqual({ do: 'read' })
  expect(decideStep(unheard, timeline, END + 90_000)).toMatchObject({ do: 'finish' })
})

test.each<[string, Partial<SnipeState>, string]>([
  ['a price above the maximum', { price: { currentCents: 2_501, minimumCents: 2_601 } }, 'price_past_maximum'],
  ['a next bid above the maximum', { price: { currentCents: 2_500, minimumCents: 2_501 } }, 'below_next_bid'],
  ['a login refused twice', { loginRefusals: 2, loggedIn: false }, 'login_refused'],
])('%s ends it', (_, change, outcome) => {
  expect(decideStep({ ...ready, ...change }, timeline, T - 5_000)).toMatchObject({ do: 'finish', verdict: { outcome } })
})

test('a next bid of exactly the maximum is sent', () => {
  const exact = { ...lockedIn, price: { currentCents: 2_400, minimumCents: 2_500 } }
  expect(decideStep(exact, timeline, T - 500)).toEqual({ do: 'fire' })
})

test('with a clock that is hardly known, the shot is moved ahead by what is not known', () => {
  const { fireAt } = timelineOf(snipe, { offsetMs: 0, uncertaintyMs: 700 }, ONE_WAY)
  expect(fireAt).toBe(T - 700 - ONE_WAY)
})

test('of snipes of one moment, or one after another, no more than a few look at the site at once', () => {
  for (const everyMs of [0, 1, 10, 100, 1_000]) {
    const looks = Array.from({ length: 100 }, (_, bidId) => {
      const endsAt = END + bidId * everyMs
      return timelineOf({ ...snipe, bidId, endsAt }, { offsetMs: 0, uncertaintyMs: 20 }, ONE_WAY).rereadAt
    })
    const within50Ms = looks.map((at) => looks.filter((other) => other >= at && other < at + 50).length)
    expect(Math.max(...within50Ms)).toBeLessThanOrEqual(8)
  }
})

const someFacts = fc.record({
  loggedIn: fc.boolean(),
  isConnected: fc.boolean(),
  loginRefusals: fc.integer({ min: 0, max: 3 }),
  failures: fc.integer({ min: 0, max: 9 }),
  nextTryAt: fc.integer({ min: T - 100_000, max: END + 100_000 }),
  price: fc.option(
    fc.record({ currentCents: fc.integer({ min: 1, max: 4_000 }), minimumCents: fc.integer({ min: 1, max: 4_000 }) }),
  ),
  leads: fc.boolean(),
  readAt: fc.option(fc.integer({ min: T - 100_000, max: END + 100_000 })),
  warmedAt: fc.option(fc.integer({ min: T - 100_000, max: END })),
  lockedIn: fc.constantFrom('no', 'in_database', 'in_journal'),
  attempts: fc.integer({ min: 0, max: 4 }),
  resendAt: fc.integer({ min: T - 100_000, max: END + 10_000 }),
  bid: fc.constantFrom('none', 'outcome_unknown', 'stands'),
  uncertainSince: fc.integer({ min: T - 10_000, max: END + 10_000 }),
})

test('a bid is fired only locked in, with nothing standing or in doubt, within the maximum and before the close', () => {
  fc.assert(
    fc.property(someFacts, fc.integer({ min: T - 100_000, max: END + 200_000 }), (some, now) => {
      const state = { ...fresh, ...some } as SnipeState
      const step = decideStep(state, timeline, now)
      if (step.do === 'fire') {
        expect(state).toMatchObject({ bid: 'none', loggedIn: true, isConnected: true })
        expect(state.lockedIn).not.toBe('no')
        expect(state.price?.currentCents ?? 0).toBeLessThanOrEqual(snipe.maximum)
        expect(now).toBeGreaterThanOrEqual(timeline.lockInAt)
        expect(now).toBeLessThan(timeline.endAt)
      }
      // Whatever is known, time passes: it never asks to wait for what has been.
      if (step.do === 'wait') expect(step.until).toBeGreaterThan(now)
      if (step.do === 'finish') expect(state.bid).toBe('none')
    }),
    { numRuns: 5_000 },
  )
})
