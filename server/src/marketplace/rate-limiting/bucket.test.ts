import { expect, test } from 'vitest'
import { SiteError, type SiteErrorKind } from '../site-error.ts'
import { afterAnswer, afterFault } from './back-off.ts'
import { advanceTo, type Bucket, debit, grantReads, type ReadRequest } from './bucket.ts'

const NOON = Date.UTC(2026, 9, 7, 20)
const RATE = 5
const SECOND = 1_000

const bucket = (change: Partial<Bucket> = {}): Bucket => ({
  at: NOON,
  tokens: 20,
  state: 'ok',
  stateSince: 0,
  failureKind: null,
  failures: 0,
  nextTryAt: 0,
  trialUntil: 0,
  userWaitingUntil: 0,
  userReadAt: 0,
  answeredAt: 0,
  failingItems: [],
  ...change,
})

const USER: ReadRequest = { by: 'user', accountId: 1, item: '7' }
const REFRESH: ReadRequest = { by: 'refresh', upTo: 8 }
const grant = (before: Bucket, request: ReadRequest) => grantReads(before, request, RATE)
const later = (before: Bucket, ms: number) => advanceTo(before.at + ms, before, RATE)

const failing = (kind: SiteErrorKind, retryAfterMs?: number) =>
  new SiteError(kind, 'no', retryAfterMs === undefined ? {} : { retryAfterMs })
/** The bucket after failures whose pauses have no jitter: of two items, because one alone does not pause all reads. */
const fail = (before: Bucket, error = failing('unavailable')) =>
  ['1', '2'].reduce((bucket, item) => failOn(item, bucket, error), before)
const failOn = (item: string, before: Bucket, error = failing('unavailable'), trial = false) =>
  afterFault(before, { error, item, trial }, 0.5)
/** The bucket after a failed trial on an item that had not failed before. */
let trials = 0
const failTrial = (before: Bucket) => failOn(`trial ${(trials += 1)}`, before, failing('unavailable'), true)
const recover = (before: Bucket) => afterAnswer(before, { item: '3', trial: true })
const answer = (before: Bucket) => afterAnswer(before, { item: '3', trial: false })
const pauseOf = ({ nextTryAt, at }: Bucket) => nextTryAt - at

test('A full budget grants reads at once, and an empty one grants a read each fifth of a second', () => {
  const [granted, after] = grant(bucket({ tokens: 3.5 }), REFRESH)
  expect(granted).toMatchObject({ kind: 'granted', reads: 3, trial: false })
  expect(grant(after, REFRESH)[0]).toEqual({ kind: 'wait', reason: 'budget', waitMs: 100 })
  expect(grant(later(after, 100), REFRESH)[0]).toMatchObject({ kind: 'granted', reads: 1 })
})

test('The budget never holds more than one burst, however long nothing was read', () => {
  expect(later(bucket({ tokens: 0 }), 86_400_000).tokens).toBe(20)
})

test('While a user waits for a read, refreshes get none', () => {
  const [refused, waiting] = grant(bucket({ tokens: 0 }), USER)
  expect(refused).toEqual({ kind: 'wait', reason: 'budget', waitMs: 200 })
  const then = later(waiting, 200)
  expect(grant(then, REFRESH)[0].kind).toBe('wait')
  const [served, after] = grant(then, USER)
  expect(served).toMatchObject({ kind: 'granted', reads: 1 })
  expect(grant(later(after, 2 * SECOND), REFRESH)[0].kind).toBe('granted')
})

test('While armed snipes have overdrawn the budget, refreshes wait and users get one read a second', () => {
  const inDebt = debit(bucket({ tokens: 3 }), 10)
  expect(inDebt.tokens).toBe(-7)
  expect(grant(inDebt, REFRESH)[0]).toEqual({ kind: 'wait', reason: 'budget', waitMs: 1_600 })

  const [served, after] = grant(inDebt, USER)
  expect(served).toMatchObject({ kind: 'granted', reads: 1 })
  expect(after.tokens).toBe(-8)
  expect(grant(later(after, 999), USER)[0].kind).toBe('wait')
  expect(grant(later(after, 1_000), USER)[0].kind).toBe('granted')
})

test('A debt of any size is repaid within four seconds', () => {
  const inDebt = debit(bucket(), 100_000)
  expect(grant(later(inDebt, 4_100), REFRESH)[0].kind).toBe('wait')
  expect(grant(later(inDebt, 4_200), REFRESH)[0].kind).toBe('granted')
})

test.each<[SiteErrorKind, number]>([
  ['unavailable', 1_000],
  ['connection', 1_000],
  ['timeout', 1_000],
  ['not_json', 1_000],
  ['truncated', 1_000],
  ['rate_limited', 30_000],
  ['blocked', 30_000],
])('After a failure of kind %s reads pause for %i ms, and then one trial read runs at a time', (kind, pauseMs) => {
  const failed = fail(bucket(), failing(kind))
  expect(failed).toMatchObject({ state: 'backing_off', failureKind: kind, stateSince: NOON, failures: 1 })
  expect(grant(failed, USER)[0]).toEqual({ kind: 'wait', reason: 'site', waitMs: pauseMs })
  expect(grant(later(failed, pauseMs - 1), REFRESH)[0].kind).toBe('wait')

  const [granted, onTrial] = grant(later(failed, pauseMs), REFRESH)
  expect(granted).toMatchObject({ kind: 'granted', reads: 1, trial: true })
  expect(grant(onTrial, USER)[0]).toMatchObject({ kind: 'wait', reason: 'site' })
  expect(grant(later(onTrial, 30_000), USER)[0].kind).toBe('granted')

  const recovered = recover(onTrial)
  expect(grant(recovered, REFRESH)[0]).toMatchObject({ kind: 'granted', reads: 8, trial: false })
})

test('Each failure in a row doubles the pause, up to five minutes', () => {
  let failed = fail(bucket())
  const pauses = Array.from({ length: 12 }, () => {
    const pauseMs = pauseOf(failed)
    failed = failTrial(later(failed, pauseMs))
    return pauseMs / SECOND
  })
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
})

test('While the site refuses this installation, the pause grows up to an hour', () => {
  let failed = fail(bucket(), failing('blocked'))
  const pauses = Array.from({ length: 9 }, () => {
    const pauseMs = pauseOf(failed)
    failed = failOn('1', later(failed, pauseMs), failing('blocked'), true)
    return pauseMs / SECOND
  })
  expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
})

test('Reads that fail at the same time count as one failure', () => {
  const once = fail(bucket(), failing('blocked'))
  expect(fail(fail(once, failing('blocked')), failing('blocked'))).toEqual(once)
})

test('A failure soon after a recovery doubles the pause again, and one after two good minutes starts over', () => {
  const recovered = recover(later(failTrial(fail(bucket())), 5 * SECOND))
  expect(pauseOf(fail(later(recovered, 60 * SECOND)))).toBe(4_000)
  expect(pauseOf(fail(later(recovered, 121 * SECOND)))).toBe(1_000)
})

test('A pause lasts a little longer than the Retry-After of any read that failed', () => {
  const first = fail(bucket(), failing('rate_limited', 5_000))
  expect(pauseOf(first)).toBe(5_250)
  expect(pauseOf(fail(later(first, 100), failing('rate_limited', 20_000)))).toBe(21_000)
  expect(pauseOf(fail(bucket(), failing('rate_limited', 0)))).toBe(1_000)
})

test('A pause without Retry-After varies by up to a quarter each way', () => {
  const pauses = [0, 0.5, 1].map((chance) =>
    pauseOf(afterFault(bucket(), { error: failing('blocked'), item: '1', trial: false }, chance)),
  )
  expect(pauses).toEqual([22_500, 30_000, 37_500])
})

test("Setting the database's clock back prolongs no pause", () => {
  const failed = fail(bucket({ tokens: 0 }), failing('rate_limited'))
  const stepped = advanceTo(NOON - 86_400_000, failed, RATE)
  expect(pauseOf(stepped)).toBe(30_000)
  expect(later(stepped, 30_000).tokens).toBe(20)
})

test('A trial on an item that failed before repeats the pause, and a trial on another item doubles it', () => {
  const failed = later(fail(bucket()), 1_000)
  expect(pauseOf(failOn('1', failed, failing('unavailable'), true))).toBe(1_000)
  expect(pauseOf(failOn('3', failed, failing('unavailable'), true))).toBe(2_000)
})

test('An item that failed alone counts as never failed after ten minutes', () => {
  const again = failOn('1', later(failOn('1', failOn('1', bucket())), 600_000))
  expect(again.failingItems).toMatchObject([{ item: '1', failures: 1 }])
})

test('Of reads that end within one millisecond, those that failed after an answer count, and those before it do not', () => {
  const afterAnAnswer = failOn('2', answer(failOn('1', bucket())))
  expect(afterAnAnswer.state).toBe('ok')
  expect(failOn('4', afterAnAnswer)).toMatchObject({ state: 'backing_off', failures: 1 })
  expect(failOn('4', answer(afterAnAnswer)).state).toBe('ok')
})
