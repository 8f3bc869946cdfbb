import { expect, test } from 'vitest'
import { SiteError, type SiteErrorKind } from '../site-error.ts'
import { afterAnswer, afterFault } from './back-off.ts'
import { advanceTo, type Bucket, grantReads, KEPT_FOR_USERS, type ReadRequest } from './bucket.ts'

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
  failingItem: null,
  ...change,
})

const USER: ReadRequest = { by: 'user', accountId: 1 }
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
const failTrial = (before: Bucket) => failOn('1', before, failing('unavailable'), true)
const recover = (before: Bucket) => afterAnswer(before, true)
const answer = (before: Bucket) => afterAnswer(before, false)
const pauseOf = ({ nextTryAt, at }: Bucket) => nextTryAt - at

test('A full budget grants reads at once, and an empty one grants a read each fifth of a second', () => {
  const [granted, after] = grant(bucket({ tokens: KEPT_FOR_USERS + 3.5 }), REFRESH)
  expect(granted).toMatchObject({ kind: 'granted', reads: 3, trial: false })
  expect(grant(after, REFRESH)[0]).toEqual({ kind: 'wait', reason: 'budget', waitMs: 100 })
  expect(grant(later(after, 100), REFRESH)[0]).toMatchObject({ kind: 'granted', reads: 1 })
})

test('The budget never holds more than one burst, however long nothing was read', () => {
  expect(later(bucket({ tokens: 0 }), 86_400_000).tokens).toBe(20)
})

test('Refreshes leave five reads to users, and get none until these are back', () => {
  const [, few] = grant(bucket(), { by: 'refresh', upTo: 100 })
  expect(few.tokens).toBe(KEPT_FOR_USERS)
  const [served, fewer] = grant(few, USER)
  expect(served).toMatchObject({ kind: 'granted', reads: 1 })
  expect(grant(fewer, REFRESH)[0]).toEqual({ kind: 'wait', reason: 'budget', waitMs: 400 })
  expect(grant(bucket({ tokens: 0 }), USER)[0]).toEqual({ kind: 'wait', reason: 'budget', waitMs: 200 })
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

test('One item that fails pauses nothing, however often, and a second one does unless the site answered in between', () => {
  const once = failOn('1', failOn('1', bucket()))
  expect(grant(once, REFRESH)[0].kind).toBe('granted')
  expect(failOn('2', answer(once)).state).toBe('ok')
  expect(failOn('2', once)).toMatchObject({ state: 'backing_off', failures: 1 })
})
