import type { SiteErrorKind } from '../site-error.ts'
import type { FailingItem } from './failing-items.ts'

export const BURST = 20
/** Caps the debt that armed snipes can run up: it is repaid in the time that a full bucket takes to fill. */
const MIN_TOKENS = -BURST
/** While the bucket is in debt, users still get one read per interval: they must not wait until every snipe has fired. */
const USER_READ_INTERVAL_IN_DEBT_MS = 1_000
/** How long a waiting user keeps refreshes out. Longer than the pause between two requests of one waiting user. */
const USER_PRIORITY_MS = 1_000
/** Longer than the site's slowest answer. After it, the process that ran the trial counts as dead. */
const MAX_TRIAL_MS = 30_000
/** How soon to ask again while another process runs the trial. */
const TRIAL_POLL_INTERVAL_MS = 250

/**
 * One site's token bucket with its circuit breaker, at the instant `at`. Every `…At` and `…Until` is epoch ms on the
 * database's clock.
 */
export type Bucket = {
  at: number
  /** Below zero is debt. */
  tokens: number
  state: 'ok' | 'backing_off'
  stateSince: number
  failureKind: SiteErrorKind | null
  /** Failures in a row. */
  failures: number
  nextTryAt: number
  trialUntil: number
  userWaitingUntil: number
  userReadAt: number
  /** When the site last answered a read, as far as a failing item made it worth a record. */
  answeredAt: number
  failingItems: readonly FailingItem[]
}

/** A `user` waits for the answer on screen; a `refresh` gives way to users. `item` is the site's id of the item. */
export type ReadRequest = { by: 'user'; accountId: number; item: string } | { by: 'refresh'; upTo: number }
export type Grant =
  /** A `trial` is the half-open circuit's one read: its result must be reported. */
  | { kind: 'granted'; reads: number; trial: boolean }
  /** `site`: the site is in fault, and no process reads it now. `item`: the site fails to show this one item. */
  | { kind: 'wait'; waitMs: number; reason: 'budget' | 'site' | 'item' }

/** The bucket at a later instant. If the clock was set back, all instants move back with it and nothing is refilled. */
export function advanceTo(now: number, bucket: Bucket, readsPerSecond: number): Bucket {
  const setBackMs = Math.min(0, now - bucket.at)
  const gained = (Math.max(0, now - bucket.at) / 1_000) * readsPerSecond
  const moved = ({ failedAt, nextTryAt, ...item }: FailingItem) => ({
    ...item,
    failedAt: failedAt + setBackMs,
    nextTryAt: nextTryAt + setBackMs,
  })
  return {
    ...bucket,
    at: now,
    tokens: Math.min(BURST, bucket.tokens + gained),
    stateSince: bucket.stateSince + setBackMs,
    nextTryAt: bucket.nextTryAt + setBackMs,
    trialUntil: bucket.trialUntil + setBackMs,
    userWaitingUntil: bucket.userWaitingUntil + setBackMs,
    userReadAt: bucket.userReadAt + setBackMs,
    answeredAt: bucket.answeredAt + setBackMs,
    failingItems: setBackMs < 0 ? bucket.failingItems.map(moved) : bucket.failingItems,
  }
}

/** Grants reads, or tells how long until one may be granted. Pure. */
export function grantReads(bucket: Bucket, request: ReadRequest, readsPerSecond: number): readonly [Grant, Bucket] {
  const { at, tokens } = bucket
  const isUser = request.by === 'user'
  const trial = bucket.state === 'backing_off'
  if (trial) {
    const waitMs = pauseLeftMs(bucket)
    if (waitMs > 0) return [wait('site', waitMs), bucket]
  }
  const itemMs = isUser ? itemPauseLeftMs(bucket, request.item) : 0
  if (itemMs > 0) return [wait('item', itemMs), bucket]

  const tokenMs = Math.max(1, ((1 - tokens) / readsPerSecond) * 1_000)
  if (!isUser && bucket.userWaitingUntil > at) {
    return [wait('budget', Math.max(tokenMs, bucket.userWaitingUntil - at)), bucket]
  }
  const userMs = isUser && tokens < 0 ? bucket.userReadAt + USER_READ_INTERVAL_IN_DEBT_MS - at : Infinity
  const upTo = isUser || trial ? 1 : request.upTo
  const reads = Math.min(upTo, tokens >= 1 ? Math.floor(tokens) : userMs <= 0 ? 1 : 0)
  if (reads === 0) {
    const userWaitingUntil = isUser ? at + USER_PRIORITY_MS : bucket.userWaitingUntil
    return [wait('budget', Math.min(tokenMs, userMs)), { ...bucket, userWaitingUntil }]
  }
  const trialUntil = trial ? at + MAX_TRIAL_MS : bucket.trialUntil
  const userReadAt = isUser ? at : bucket.userReadAt
  return [
    { kind: 'granted', reads, trial },
    { ...debit(bucket, reads), trialUntil, userReadAt },
  ]
}

const wait = (reason: 'budget' | 'site' | 'item', waitMs: number): Grant => ({ kind: 'wait', waitMs, reason })

/** How long the breaker still pauses reads, ms; 0 when a read may go, if only as the half-open trial. */
export function pauseLeftMs({ at, state, nextTryAt, trialUntil }: Bucket): number {
  if (state === 'ok') return 0
  return trialUntil > at ? TRIAL_POLL_INTERVAL_MS : Math.max(0, nextTryAt - at)
}

const itemPauseLeftMs = ({ at, failingItems }: Bucket, item: string) =>
  (failingItems.find((failing) => failing.item === item)?.nextTryAt ?? at) - at

/** The bucket after reads that were granted but not made. */
export const refund = (bucket: Bucket, reads: number, trial: boolean): Bucket => ({
  ...bucket,
  tokens: Math.min(BURST, bucket.tokens + reads),
  trialUntil: trial ? bucket.at : bucket.trialUntil,
})

/** The bucket after reads that were made without a grant. */
export const debit = (bucket: Bucket, reads: number): Bucket => ({
  ...bucket,
  tokens: Math.max(MIN_TOKENS, bucket.tokens - reads),
})
