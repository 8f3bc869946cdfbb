import type { SiteErrorKind } from '../site-error.ts'

export const BURST = 20
/** What refreshes leave in the bucket, so that people whose answer is on screen need not wait for them. */
export const KEPT_FOR_USERS = 5
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
  tokens: number
  state: 'ok' | 'backing_off'
  stateSince: number
  failureKind: SiteErrorKind | null
  /** Failures in a row. */
  failures: number
  nextTryAt: number
  trialUntil: number
  /** The item whose read failed since the last answer, while it is the only one: the site's id, or the name of another read. */
  failingItem: string | null
}

/** A `user` waits for the answer on screen; a `refresh` gives way to users. */
export type ReadRequest = { by: 'user'; accountId: number } | { by: 'refresh'; upTo: number }
export type Grant =
  /** A `trial` is the half-open circuit's one read: its result must be reported. */
  | { kind: 'granted'; reads: number; trial: boolean }
  /** `site`: the site is in fault, and no process reads it now. */
  | { kind: 'wait'; waitMs: number; reason: 'budget' | 'site' }

/** The bucket at a later instant. If the clock was set back, all instants move back with it and nothing is refilled. */
export function advanceTo(now: number, bucket: Bucket, readsPerSecond: number): Bucket {
  const setBackMs = Math.min(0, now - bucket.at)
  const gained = (Math.max(0, now - bucket.at) / 1_000) * readsPerSecond
  return {
    ...bucket,
    at: now,
    tokens: Math.min(BURST, bucket.tokens + gained),
    stateSince: bucket.stateSince + setBackMs,
    nextTryAt: bucket.nextTryAt + setBackMs,
    trialUntil: bucket.trialUntil + setBackMs,
  }
}

/** Grants reads, or tells how long until one may be granted. Pure. */
export function grantReads(bucket: Bucket, request: ReadRequest, readsPerSecond: number): readonly [Grant, Bucket] {
  const pauseMs = pauseLeftMs(bucket)
  if (pauseMs > 0) return [{ kind: 'wait', reason: 'site', waitMs: pauseMs }, bucket]
  const { upTo, kept } = request.by === 'user' ? { upTo: 1, kept: 0 } : { upTo: request.upTo, kept: KEPT_FOR_USERS }
  const free = bucket.tokens - kept
  if (free < 1) {
    const waitMs = Math.max(1, ((1 - free) / readsPerSecond) * 1_000)
    return [{ kind: 'wait', reason: 'budget', waitMs }, bucket]
  }
  const trial = bucket.state === 'backing_off'
  const reads = trial ? 1 : Math.min(upTo, Math.floor(free))
  const trialUntil = trial ? bucket.at + MAX_TRIAL_MS : bucket.trialUntil
  return [
    { kind: 'granted', reads, trial },
    { ...bucket, tokens: bucket.tokens - reads, trialUntil },
  ]
}

/** How long the breaker still pauses reads, ms; 0 when a read may go, if only as the half-open trial. */
export function pauseLeftMs({ at, state, nextTryAt, trialUntil }: Bucket): number {
  if (state === 'ok') return 0
  return trialUntil > at ? TRIAL_POLL_INTERVAL_MS : Math.max(0, nextTryAt - at)
}

/** The bucket after reads that were granted but not made. */
export const refund = (bucket: Bucket, reads: number, trial: boolean): Bucket => ({
  ...bucket,
  tokens: Math.min(BURST, bucket.tokens + reads),
  trialUntil: trial ? bucket.at : bucket.trialUntil,
})
