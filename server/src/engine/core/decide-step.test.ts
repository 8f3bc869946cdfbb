import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLOCK, END, fresh, LEAD, ONE_WAY, snipe, timeline } from '../../../test/example-snipe.ts'
import { decideStep } from './decide-step.ts'
import { type SnipeState, initialState, isUnsent } from './snipe-state.ts'
import { timelineOf } from './timeline.ts'

const T = END - LEAD
const price = { currentCents: 1_000, minimumCents: 1_100, leads: false }
const offline: SnipeState = { ...fresh, loggedIn: true }
const online: SnipeState = { ...offline, isConnected: true }
const armed: SnipeState = { ...online, readAt: T - 90_000, price, isArmed: true }
const ready: SnipeState = { ...armed, readAt: T - 4_000 }
const MISSING = { from: T - 40_000, to: T - 100 }
const REFUSAL = 'below_next_bid' as const
const REFUSED_TWICE = { times: 2, outcome: 'login_refused', message: '' } as const
const UNCLEAR = { kind: 'unknown', siteMessage: '', receivedAt: T + 50 } as const
const PAST_MAXIMUM = { currentCents: 2_501, minimumCents: 2_601, leads: false }
const LOCK_IN = { isDurable: true, notSentBefore: -Infinity }
const lockedIn: SnipeState = { ...ready, lockIn: LOCK_IN }

test.each<[string, SnipeState, number, ReturnType<typeof decideStep>]>([
  ['a snipe waits until it is time to arm', fresh, 0, { do: 'wait', until: T - 90_000 }],
  ['arming begins with a login', fresh, T - 90_000, { do: 'log_in' }],
  ['a logged-in snipe reads the item before it has a connection', offline, T - 89_000, { do: 'read' }],
  [
    'an armed snipe waits for the re-reading',
    { ...armed, isConnected: false },
    T - 80_000,
    { do: 'wait', until: T - 24_000 },
  ],
  ['an armed snipe opens its connection at T-24 s', { ...armed, isConnected: false }, T - 24_000, { do: 'connect' }],
  ['an armed and connected snipe reads the item again', armed, T - 24_000, { do: 'read' }],
  ['a late snipe connects before it reads the item', offline, T - 20_000, { do: 'connect' }],
  [
    'arming waits as long as the site asks',
    { ...offline, failures: 1, nextTryAt: T - 70_000, retryAfterUntil: T - 40_000 },
    T - 80_000,
    { do: 'wait', until: T - 40_000 },
  ],
  [
    'arming waits no longer than until the connection is due',
    { ...offline, retryAfterUntil: END },
    T - 80_000,
    { do: 'wait', until: T - 24_000 },
  ],
  [
    'arming waits while the breaker pauses reads',
    { ...fresh, pausedUntil: T - 50_000 },
    T - 80_000,
    { do: 'wait', until: T - 50_000 },
  ],
  [
    'a connection is opened although the site asks for a pause of reads',
    { ...armed, isConnected: false, retryAfterUntil: END, pausedUntil: END },
    T - 24_000,
    { do: 'connect' },
  ],
  [
    'a snipe that could be sent reads nothing while the site asks for a pause',
    { ...armed, failures: 1, nextTryAt: T - 23_000, retryAfterUntil: END },
    T - 22_000,
    { do: 'wait', until: T - 1_000 },
  ],
  [
    'a snipe that could be sent is read again although the breaker pauses other reads',
    { ...armed, pausedUntil: END },
    T - 22_000,
    { do: 'read' },
  ],
  ['a failed re-reading is repeated', { ...armed, failures: 1 }, T - 15_000, { do: 'read' }],
  [
    'a snipe that was read again waits for its last seconds',
    { ...armed, readAt: T - 24_000 },
    T - 23_900,
    { do: 'wait', until: T - 13_000 },
  ],
  ['a snipe is read repeatedly from T-13 s on', { ...armed, readAt: T - 24_000 }, T - 13_000, { do: 'read' }],
  ['readings are three seconds apart', { ...ready, readAt: T - 7_000 }, T - 6_000, { do: 'wait', until: T - 4_000 }],
  ['no reading begins in the last second before lock-in', ready, T - 1_500, { do: 'wait', until: T - 1_000 }],
  ['a snipe locks in at T-1 s', ready, T - 1_000, { do: 'lock_in' }],
  ['a snipe that is locked in is fired', lockedIn, T - 999, { do: 'fire' }],
  [
    'a failed re-reading waits before it is repeated',
    { ...armed, failures: 1, nextTryAt: T - 14_000 },
    T - 14_500,
    { do: 'wait', until: T - 14_000 },
  ],
  [
    'the wait after a failed re-reading ends at lock-in',
    { ...armed, failures: 3, nextTryAt: T },
    T - 1_001,
    { do: 'wait', until: T - 1_000 },
  ],
  [
    'a snipe locks in although its re-reading failed',
    { ...armed, failures: 3, nextTryAt: T },
    T - 1_000,
    { do: 'lock_in' },
  ],
  [
    'a snipe without a login retries the login until the close',
    { ...fresh, failures: 5, nextTryAt: T + 5 },
    T,
    { do: 'wait', until: T + 5 },
  ],
  [
    'a snipe without a connection retries the connection until the close',
    { ...lockedIn, isConnected: false, failures: 5, nextTryAt: T + 5 },
    T,
    { do: 'wait', until: T + 5 },
  ],
  ['a lost connection is opened again', { ...lockedIn, isConnected: false }, T - 500, { do: 'connect' }],
  ['an item that was never read is read once at lock-in', online, T - 1_000, { do: 'read' }],
  [
    'a bid is sent although the item could not be read',
    { ...online, failures: 1, lockIn: LOCK_IN },
    T - 500,
    { do: 'fire' },
  ],
  [
    'a snipe locks in although the item is missing',
    { ...ready, missing: MISSING, failures: 9, nextTryAt: T },
    T,
    { do: 'lock_in' },
  ],
  [
    'the result of an accepted bid waits while the site asks for a pause',
    { ...lockedIn, bid: 'stands', pausedUntil: END + 60_000 },
    END + 3_000,
    { do: 'wait', until: END + 60_000 },
  ],
  [
    'the result of an accepted bid waits no longer than a minute although the site asks for an hour',
    { ...lockedIn, bid: 'stands', pausedUntil: END + 3_600_000, retryAfterUntil: END + 3_600_000 },
    END + 3_000,
    { do: 'wait', until: END + 63_000 },
  ],
  ['an overdue snipe is armed', fresh, END - 500, { do: 'log_in' }],
  ['an overdue armed snipe locks in', ready, END - 400, { do: 'lock_in' }],
  ['an unsent snipe reads the item once more after the close', ready, END, { do: 'read' }],
  [
    'a bid whose outcome is unknown is looked for at once',
    { ...lockedIn, bid: 'outcome_unknown', uncertainSince: T + 50 },
    T + 50,
    { do: 'read' },
  ],
  [
    'a bid that the page does not show is sent again at once',
    { ...lockedIn, bid: 'outcome_unknown', uncertainSince: T + 50, readAt: T + 60 },
    T + 200,
    { do: 'fire' },
  ],
  [
    'a bid that the page does not show waits for the pause after a second unclear answer',
    { ...lockedIn, bid: 'outcome_unknown', uncertainSince: T + 50, readAt: T + 60, answers: [UNCLEAR, UNCLEAR] },
    T + 200,
    { do: 'wait', until: T + 300 },
  ],
  [
    'while the site shows no page, the bid is looked for again',
    { ...lockedIn, bid: 'outcome_unknown', uncertainSince: T, failures: 2, nextTryAt: T + 700 },
    T + 200,
    { do: 'wait', until: T + 700 },
  ],
  [
    'a bid is sent again although no page has shown whether it stands, when half of the time is over',
    { ...lockedIn, bid: 'outcome_unknown', uncertainSince: T, failures: 9, nextTryAt: T + 5_500 },
    T + LEAD / 2,
    { do: 'fire' },
  ],
  [
    'a bid that the site has refused for good is not sent again, and is looked for after the close',
    { ...lockedIn, bid: 'outcome_unknown', uncertainSince: T + 50, readAt: T + 60, refusal: REFUSAL },
    T + 200,
    { do: 'wait', until: END + 3_000 },
  ],
  [
    'a bid that may stand is not sent again above its maximum, and is read again',
    { ...lockedIn, bid: 'outcome_unknown', uncertainSince: T + 50, readAt: T + 60, price: PAST_MAXIMUM },
    T + 200,
    { do: 'wait', until: T + 1_060 },
  ],
  [
    'a bid that may stand is looked for with a login',
    { ...lockedIn, bid: 'outcome_unknown', uncertainSince: T + 50, loggedIn: false },
    T + 50,
    { do: 'log_in' },
  ],
  ['an accepted bid waits for the close', { ...lockedIn, bid: 'stands' }, T + 100, { do: 'wait', until: END + 3_000 }],
  [
    'an accepted bid is settled three seconds after the close',
    { ...lockedIn, bid: 'stands' },
    END + 3_000,
    { do: 'read' },
  ],
])('%s', (_, state, now, step) => {
  expect(decideStep(state, timeline, now)).toEqual(step)
})

test.each<[SnipeState['bid'], boolean]>([
  ['none', false],
  ['outcome_unknown', false],
  ['stands', true],
])('An item that is missing for two minutes is withdrawn when the outcome of the bid is %s', (bid, accepted) => {
  const missing: SnipeState = {
    ...lockedIn,
    bid,
    readAt: T,
    failures: 9,
    missing: { from: END, to: END + 120_000 },
  }
  const verdict = { outcome: 'withdrawn', accepted }
  expect(decideStep(missing, timeline, END + 121_000)).toMatchObject({ do: 'finish', verdict })
  const missingBriefly = { ...missing, missing: { from: END, to: END + 50_000 } }
  expect(decideStep(missingBriefly, timeline, END + 51_000)).toEqual({ do: 'read' })
})

test('After the close an unsent snipe reads the item, and retries a failing site for five minutes', () => {
  expect(decideStep(ready, timeline, END + 400_000)).toEqual({ do: 'read' })
  const failing = { ...ready, failures: 1 }
  expect(decideStep(failing, timeline, END + 299_000)).toEqual({ do: 'read' })
  expect(decideStep(failing, timeline, END + 300_000)).toMatchObject({ do: 'finish' })
})

test('An item that is missing over the close of an unsent snipe is withdrawn after two minutes', () => {
  const missing = { ...ready, failures: 9, missing: { from: T, to: END + 112_000 } }
  expect(decideStep(missing, timeline, END + 112_000)).toMatchObject({
    do: 'finish',
    verdict: { outcome: 'withdrawn' },
  })
  expect(decideStep({ ...missing, missing: { from: T, to: END + 90_000 } }, timeline, END + 112_000).do).toBe('read')
})

test('A page that shows an open auction after the close is no last word, and is read again for five minutes', () => {
  const open = { ...ready, readAt: END + 10 }
  expect(decideStep(open, timeline, END + 90)).toEqual({ do: 'wait', until: END + 1_010 })
  expect(decideStep(open, timeline, END + 1_010)).toEqual({ do: 'read' })
  expect(decideStep(open, timeline, END + 300_000)).toMatchObject({ do: 'finish', verdict: { outcome: 'too_late' } })
})

test.each<[string, Partial<SnipeState>, string]>([
  ['a price above the maximum', { price: PAST_MAXIMUM }, 'price_past_maximum'],
  [
    'a next bid above the maximum',
    { price: { currentCents: 2_500, minimumCents: 2_501, leads: false } },
    'below_next_bid',
  ],
  ["the owner's own maximum, as high as the snipe's", { ownMaximumCents: 2_500 }, 'own_maximum'],
])('%s only holds a snipe back until the close', (_, change, outcome) => {
  const held = { ...ready, ...change }
  expect(decideStep(held, timeline, T - 5_000)).toEqual(decideStep(ready, timeline, T - 5_000))
  expect(decideStep({ ...held, readAt: T - 3_000 }, timeline, T)).toEqual({ do: 'read' })
  expect(decideStep({ ...held, readAt: T }, timeline, T + 10)).toEqual({ do: 'wait', until: T + 1_000 })
  expect(decideStep({ ...held, readAt: T + 5_000, price, ownMaximumCents: 0 }, timeline, T + 5_100)).toEqual({
    do: 'lock_in',
  })
  const afterClose = decideStep({ ...held, readAt: END + 299_000 }, timeline, END + 300_000)
  expect(afterClose).toMatchObject({ do: 'finish', verdict: { outcome, accepted: false } })
})

test('A bid that a price holds back is read once more before the close, although the site asks for a longer pause', () => {
  const held = { ...ready, price: PAST_MAXIMUM, readAt: T - 3_000, retryAfterUntil: END + 60_000 }
  expect(decideStep(held, timeline, T)).toEqual({ do: 'wait', until: END - 1_500 })
  expect(decideStep(held, timeline, END - 1_500)).toEqual({ do: 'read' })
  expect(decideStep({ ...held, readAt: END - 1_500 }, timeline, END - 1_400)).toEqual({ do: 'wait', until: END - 500 })
})

test('A login that is refused twice is tried again until the close, which ends a snipe', () => {
  const verdict = { outcome: 'login_refused' }
  const refused = { ...ready, refusedLogins: REFUSED_TWICE, loggedIn: false, nextTryAt: T - 4_000 }
  expect(decideStep(refused, timeline, T - 5_000)).toEqual({ do: 'wait', until: T - 4_000 })
  expect(decideStep(refused, timeline, END - 1)).toEqual({ do: 'log_in' })
  expect(decideStep({ ...refused, nextTryAt: END + 1 }, timeline, END)).toMatchObject({ do: 'finish', verdict })
})

test('A late snipe without a login stays unresolved, because another process may have sent it', () => {
  const refused = { ...fresh, bid: 'suspected' as const, refusedLogins: REFUSED_TWICE }
  expect(decideStep(refused, timeline, T + 1_000)).toEqual({ do: 'read' })
  expect(decideStep({ ...refused, bid: 'none' }, timeline, END)).toMatchObject({ do: 'finish' })
})

test('A bid of the owner below the maximum does not keep a snipe from being sent', () => {
  expect(decideStep({ ...lockedIn, ownMaximumCents: 2_499 }, timeline, T - 500)).toEqual({ do: 'fire' })
})

test('An account without a stored login until the close ends a snipe with this reason', () => {
  const refusedLogins = { times: 2, outcome: 'login_missing', message: '' } as const
  const state = { ...fresh, refusedLogins }
  expect(decideStep(state, timeline, T - 5_000)).toEqual({ do: 'log_in' })
  expect(decideStep(state, timeline, END)).toMatchObject({ do: 'finish', verdict: { outcome: 'login_missing' } })
})

test.each<[SnipeState['obstacle'], string]>([
  ['vault_locked', 'vault_locked'],
  ['database_down', 'database_down'],
  ['site_down', 'site_down'],
  ['no_page', 'too_late'],
  [null, 'too_late'],
])('A snipe that is never sent names what stood in its way: %s', (obstacle, outcome) => {
  const state = { ...fresh, failures: 9, obstacle }
  expect(decideStep(state, timeline, END + 301_000)).toMatchObject({ do: 'finish', verdict: { outcome } })
})

test('A bid that is taken over after the close says what its group held it back for', () => {
  const state = initialState({ ...snipe, group: { isGranted: false, hold: 'unknown' } }, 0, CLOCK)
  const end = decideStep({ ...state, failures: 9 }, timeline, END + 301_000)
  expect(end).toMatchObject({ do: 'finish', verdict: { outcome: 'group_unknown' } })
})

test('A bid whose item is among the orders is won at the price of the order, whatever a page shows', () => {
  const missing = { from: END, to: END + 300_000 }
  for (const bid of ['outcome_unknown', 'stands'] as const) {
    const state = { ...lockedIn, bid, missing, order: { priceCents: 1_900 } }
    expect(decideStep(state, timeline, END + 301_000)).toMatchObject({
      do: 'finish',
      verdict: { outcome: 'won', priceCents: 1_900 },
    })
  }
})

test('The site is asked for a week how a bid has ended', () => {
  const DAY = 86_400_000
  for (const bid of ['outcome_unknown', 'stands'] as const) {
    const asking = { ...lockedIn, bid, uncertainSince: T }
    expect(decideStep(asking, timeline, END + 7 * DAY - 1)).toEqual({ do: 'read' })
    const given = decideStep(asking, timeline, END + 7 * DAY)
    expect(given).toMatchObject({ do: 'finish', verdict: { outcome: 'unresolved', accepted: bid === 'stands' } })
  }
})

test('A bid is sent when the next acceptable bid equals the maximum', () => {
  const exact = { ...lockedIn, price: { currentCents: 2_400, minimumCents: 2_500, leads: false } }
  expect(decideStep(exact, timeline, T - 500)).toEqual({ do: 'fire' })
})

test("The shot is moved earlier by the uncertainty of the site's clock when that is large", () => {
  const { fireAt } = timelineOf(snipe, { offsetMs: 0, uncertaintyMs: 700 }, ONE_WAY)
  expect(fireAt).toBe(T - 700 - ONE_WAY)
})

test("The last try before the close is moved earlier by the uncertainty of the site's clock when that is large", () => {
  const slowDown = { kind: 'rate_limited', siteMessage: '', receivedAt: T, retryAfterMs: 60_000 } as const
  const refused = { ...lockedIn, answers: [slowDown] }
  const unsure = timelineOf(snipe, { offsetMs: 0, uncertaintyMs: 700 }, ONE_WAY)
  expect(decideStep(refused, timeline, T + 50)).toEqual({ do: 'wait', until: END - 750 })
  expect(decideStep(refused, unsure, T + 50)).toEqual({ do: 'wait', until: END - 750 - 700 })
})

test('A hundred snipes that fire together or in sequence read the site at different times', () => {
  for (const everyMs of [0, 1, 10, 100, 1_000]) {
    const readings = Array.from({ length: 100 }, (_, bidId) => {
      const endsAt = END + bidId * everyMs
      return timelineOf({ ...snipe, bidId, endsAt }, CLOCK, ONE_WAY).rereadAt
    })
    const within50Ms = readings.map((at) => readings.filter((other) => other >= at && other < at + 50).length)
    expect(Math.max(...within50Ms)).toBeLessThanOrEqual(3)
  }
})

test('Of two hundred consecutive snipes that fire together, at most five begin to arm within any second', () => {
  for (const firstId of [1, 777, 123_456]) {
    const arming = Array.from({ length: 200 }, (_, n) => {
      const bidId = firstId + n
      return timelineOf({ ...snipe, bidId }, CLOCK, ONE_WAY).armAt
    })
    expect(Math.min(...arming)).toBeGreaterThanOrEqual(T - 90_000)
    expect(Math.max(...arming)).toBeLessThanOrEqual(T - 30_000)
    const withinASecond = arming.map((at) => arming.filter((other) => other >= at && other < at + 1_000).length)
    expect(Math.max(...withinASecond)).toBeLessThanOrEqual(5)
  }
})

test('After a pause of all reads, two hundred snipes spread over the time that is left', () => {
  const resuming = Array.from({ length: 200 }, (_, bidId) => {
    const its = timelineOf({ ...snipe, bidId }, CLOCK, ONE_WAY)
    const step = decideStep({ ...fresh, pausedUntil: T - 50_000 }, its, its.armAt)
    return step.do === 'wait' ? step.until : its.armAt
  })
  expect(Math.min(...resuming)).toBeGreaterThanOrEqual(T - 50_000)
  const withinASecond = resuming.map((at) => resuming.filter((other) => other >= at && other < at + 1_000).length)
  expect(Math.max(...withinASecond)).toBeLessThanOrEqual(15)
})

const anyState = fc.record({
  loggedIn: fc.boolean(),
  isConnected: fc.boolean(),
  refusedLogins: fc.constantFrom({ ...REFUSED_TWICE, times: 0 }, REFUSED_TWICE),
  failures: fc.integer({ min: 0, max: 9 }),
  retryAfterUntil: fc.integer({ min: T - 100_000, max: END + 100_000 }),
  pausedUntil: fc.integer({ min: T - 100_000, max: END + 100_000 }),
  nextTryAt: fc.integer({ min: T - 100_000, max: END + 100_000 }),
  price: fc.option(
    fc.record({
      currentCents: fc.integer({ min: 1, max: 4_000 }),
      minimumCents: fc.integer({ min: 1, max: 4_000 }),
      leads: fc.boolean(),
    }),
  ),
  readAt: fc.option(fc.integer({ min: T - 100_000, max: END + 100_000 })),
  lockIn: fc.constantFrom(null, LOCK_IN, { ...LOCK_IN, isDurable: false }),
  bid: fc.constantFrom('none', 'suspected', 'outcome_unknown', 'stands'),
  uncertainSince: fc.integer({ min: T - 10_000, max: END + 10_000 }),
  refusal: fc.constantFrom(null, REFUSAL),
  ownMaximumCents: fc.integer({ min: 0, max: 4_000 }),
  obstacle: fc.constantFrom(null, 'no_page', 'site_down'),
})

test('A bid is fired only when it is locked in, has no bid at the site, is within the maximum as far as pages show, and before the close', () => {
  fc.assert(
    fc.property(anyState, fc.integer({ min: T - 100_000, max: END + 200_000 }), (some, now) => {
      const state = { ...fresh, ...some } as SnipeState
      const step = decideStep(state, timeline, now)
      if (step.do === 'fire') {
        expect(state).toMatchObject({
          refusal: isUnsent(state) ? state.refusal : null,
          loggedIn: true,
          isConnected: true,
        })
        expect(state.bid).not.toBe('stands')
        expect(state.lockIn).not.toBeNull()
        // While pages fail, the last price that was shown holds nothing back.
        if (state.obstacle === null) expect(state.price?.currentCents ?? 0).toBeLessThanOrEqual(snipe.maximum)
        expect(now).toBeGreaterThanOrEqual(timeline.lockInAt)
        expect(now).toBeLessThan(timeline.endAt)
      }
      // A wait always ends in the future.
      if (step.do === 'wait') expect(step.until).toBeGreaterThan(now)
      if (step.do === 'finish') expect(isUnsent(state)).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})

test('A restored bid that nobody has kept is never connected for, locked in or fired, whatever the site shows and whenever', () => {
  const onlyReads = { ...snipe, onlyReads: true }
  fc.assert(
    fc.property(
      fc.integer({ min: T - 120_000, max: END + 120_000 }),
      fc.integer({ min: T - 120_000, max: END + 120_000 }),
      fc.record({
        loggedIn: fc.boolean(),
        isConnected: fc.boolean(),
        readAt: fc.constantFrom(null, T - 100_000, T - 1_000, END + 1_000),
        price: fc.constantFrom(null, price, PAST_MAXIMUM, { ...price, leads: true }),
        lockIn: fc.constantFrom(null, LOCK_IN),
        refusedLogins: fc.constantFrom(fresh.refusedLogins, REFUSED_TWICE),
        bid: fc.constantFrom('outcome_unknown' as const, 'stands' as const),
      }),
      (claimedAt, now, shown) => {
        const state: SnipeState = { ...initialState(onlyReads, claimedAt, CLOCK), ...shown }
        expect(['wait', 'log_in', 'read', 'finish']).toContain(decideStep(state, timeline, Math.max(claimedAt, now)).do)
      },
    ),
  )
  expect(initialState(onlyReads, 0, CLOCK)).toMatchObject({ bid: 'outcome_unknown', refusal: 'not_confirmed' })
})
