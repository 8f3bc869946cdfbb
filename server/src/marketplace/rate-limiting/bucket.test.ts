import { expect, test } from 'vitest'
import { SiteError, type SiteErrorKind } from '../site-error.ts'
import { afterProbe, afterTrouble } from './back-off.ts'
import { type Asked, type Bucket, carryTo, debit, grantReads } from './bucket.ts'

const NOON = Date.UTC(2026, 9, 7, 20)
const RATE = 5
const SECOND = 1_000

const bucket = (change: Partial<Bucket> = {}): Bucket => ({
  at: NOON,
  tokens: 20,
  state: 'ok',
  stateSince: 0,
  because: null,
  failures: 0,
  nextTryAt: 0,
  probeUntil: 0,
  personWaitingUntil: 0,
  personReadAt: 0,
  ...change,
})

const PERSON: Asked = { by: 'person', upTo: 1 }
const REFRESH: Asked = { by: 'refresh', upTo: 8 }
const grant = (before: Bucket, asked: Asked) => grantReads(before, asked, RATE)
const later = (before: Bucket, ms: number) => carryTo(before.at + ms, before, RATE)

const failing = (kind: SiteErrorKind, retryAfterMs?: number) =>
  new SiteError(kind, 'no', retryAfterMs === undefined ? {} : { retryAfterMs })
/** In the middle of its jitter. */
const fail = (before: Bucket, error = failing('unavailable'), probe = false) => afterTrouble(before, error, probe, 0.5)
const pauseOf = ({ nextTryAt, at }: Bucket) => nextTryAt - at

test('reads are handed out as long as there are any, and then one each fifth of a second', () => {
  const [leave, after] = grant(bucket({ tokens: 3.5 }), REFRESH)
  expect(leave).toMatchObject({ kind: 'granted', reads: 3, probe: false })
  expect(grant(after, REFRESH)[0]).toEqual({ kind: 'wait', because: 'budget', waitMs: 100 })
  expect(grant(later(after, 100), REFRESH)[0]).toMatchObject({ kind: 'granted', reads: 1 })
})

test('nothing is saved up beyond the burst, however long the site was left alone', () => {
  expect(later(bucket({ tokens: 0 }), 86_400_000).tokens).toBe(20)
})

test('while a person waits, refreshes get nothing', () => {
  const [leave, waiting] = grant(bucket({ tokens: 0 }), PERSON)
  expect(leave).toEqual({ kind: 'wait', because: 'budget', waitMs: 200 })
  const then = later(waiting, 200)
  expect(grant(then, REFRESH)[0].kind).toBe('wait')
  const [served, after] = grant(then, PERSON)
  expect(served).toMatchObject({ kind: 'granted', reads: 1 })
  expect(grant(later(after, 2 * SECOND), REFRESH)[0].kind).toBe('granted')
})

test('what armed snipes overdraw, refreshes pay back, and people get a read a second meanwhile', () => {
  const owing = debit(bucket({ tokens: 3 }), 10)
  expect(owing.tokens).toBe(-7)
  expect(grant(owing, REFRESH)[0]).toEqual({ kind: 'wait', because: 'budget', waitMs: 1_600 })

  const [served, after] = grant(owing, PERSON)
  expect(served).toMatchObject({ kind: 'granted', reads: 1 })
  expect(after.tokens).toBe(-8)
  expect(grant(later(after, 999), PERSON)[0].kind).toBe('wait')
  expect(grant(later(after, 1_000), PERSON)[0].kind).toBe('granted')
})

test('however much they overdraw, it is paid back in four seconds', () => {
  const owing = debit(bucket(), 100_000)
  expect(grant(later(owing, 4_100), REFRESH)[0].kind).toBe('wait')
  expect(grant(later(owing, 4_200), REFRESH)[0].kind).toBe('granted')
})

test.each<[SiteErrorKind, number]>([
  ['unavailable', 1_000],
  ['connection', 1_000],
  ['timeout', 1_000],
  ['not_json', 1_000],
  ['rate_limited', 30_000],
  ['blocked', 30_000],
])('after %s nobody reads for %i ms, then one does at a time', (kind, pauseMs) => {
  const troubled = fail(bucket(), failing(kind))
  expect(troubled).toMatchObject({ state: 'backing_off', because: kind, stateSince: NOON, failures: 1 })
  expect(grant(troubled, PERSON)[0]).toEqual({ kind: 'wait', because: 'site', waitMs: pauseMs })
  expect(grant(later(troubled, pauseMs - 1), REFRESH)[0].kind).toBe('wait')

  const [leave, probing] = grant(later(troubled, pauseMs), REFRESH)
  expect(leave).toMatchObject({ kind: 'granted', reads: 1, probe: true })
  expect(grant(probing, PERSON)[0]).toMatchObject({ kind: 'wait', because: 'site' })
  expect(grant(later(probing, 30_000), PERSON)[0].kind).toBe('granted')

  const well = afterProbe(probing)
  expect(grant(well, REFRESH)[0]).toMatchObject({ kind: 'granted', reads: 8, probe: false })
})

test('each failure in a row doubles the pause, up to five minutes', () => {
  let troubled = fail(bucket())
  const pauses = Array.from({ length: 12 }, () => {
    const pauseMs = pauseOf(troubled)
    troubled = fail(later(troubled, pauseMs), failing('unavailable'), true)
    return pauseMs / SECOND
  })
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
})

test('reads that fail together are one failure', () => {
  const once = fail(bucket())
  expect(fail(fail(once))).toEqual(once)
})

test('a site that is well for a moment only is tried ever later; after two good minutes all is forgotten', () => {
  const well = afterProbe(later(fail(fail(bucket()), failing('unavailable'), true), 5 * SECOND))
  expect(pauseOf(fail(later(well, 60 * SECOND)))).toBe(4_000)
  expect(pauseOf(fail(later(well, 121 * SECOND)))).toBe(1_000)
})

test('the time that the site names is kept, and a little more, whoever heard it', () => {
  const asked = fail(bucket(), failing('rate_limited', 5_000))
  expect(pauseOf(asked)).toBe(5_250)
  expect(pauseOf(fail(later(asked, 100), failing('rate_limited', 20_000)))).toBe(21_000)
  expect(pauseOf(fail(bucket(), failing('rate_limited', 0)))).toBe(1_000)
})

test('pauses without a time of the site are up to a quarter shorter or longer', () => {
  const pauses = [0, 0.5, 1].map((chance) => pauseOf(afterTrouble(bucket(), failing('blocked'), false, chance)))
  expect(pauses).toEqual([22_500, 30_000, 37_500])
})

test("a step of the database's clock back prolongs no pause", () => {
  const troubled = fail(bucket({ tokens: 0 }), failing('rate_limited'))
  const stepped = carryTo(NOON - 86_400_000, troubled, RATE)
  expect(pauseOf(stepped)).toBe(30_000)
  expect(later(stepped, 30_000).tokens).toBe(20)
})
