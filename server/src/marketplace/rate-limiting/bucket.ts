import type { SiteErrorKind } from '../site-error.ts'

export const BURST = 20
/** However much armed snipes read, what they owe is paid back in the time that a full bucket takes to fill. */
const DEEPEST_DEBT = -BURST
/** In debt, people are still let through at this pace: they must not wait until every snipe is fired. */
const PERSON_EVERY_MS = 1_000
/** Longer than between two asks of a person who waits, so that no refresh slips in between. */
const PERSON_WAITS_MS = 1_000
/** Longer than the site's slowest answer; after it, whoever tried is taken to have died. */
const PROBE_TAKES_AT_MOST_MS = 30_000
/** How soon to ask again while somebody tries. */
const PROBE_LOOK_MS = 250

/** What is known of one site's patience, at the instant `at`. Instants are epoch ms on the database's clock. */
export type Bucket = {
  at: number
  /** Below zero is debt. */
  tokens: number
  state: 'ok' | 'backing_off'
  stateSince: number
  because: SiteErrorKind | null
  /** Failures in a row. */
  failures: number
  nextTryAt: number
  probeUntil: number
  personWaitingUntil: number
  personReadAt: number
}

/** A person waits for the answer; a refresh gives way to people. */
export type Asked = { by: 'person' | 'refresh'; upTo: number }
export type Leave =
  /** A `probe` tries whether the site is well again: what came of it has to be told. */
  | { kind: 'granted'; reads: number; probe: boolean }
  /** `because` of the site: nobody reads it now. */
  | { kind: 'wait'; waitMs: number; because: 'budget' | 'site' }

/** The bucket at a later instant. A clock set back moves all instants with it, and costs a refill. */
export function carryTo(now: number, bucket: Bucket, readsPerSecond: number): Bucket {
  const back = Math.min(0, now - bucket.at)
  const gained = (Math.max(0, now - bucket.at) / 1_000) * readsPerSecond
  return {
    ...bucket,
    at: now,
    tokens: Math.min(BURST, bucket.tokens + gained),
    stateSince: bucket.stateSince + back,
    nextTryAt: bucket.nextTryAt + back,
    probeUntil: bucket.probeUntil + back,
    personWaitingUntil: bucket.personWaitingUntil + back,
    personReadAt: bucket.personReadAt + back,
  }
}

/** Hands out reads, or says how long until there is one. Pure. */
export function grantReads(bucket: Bucket, { by, upTo }: Asked, readsPerSecond: number): readonly [Leave, Bucket] {
  const { at, tokens } = bucket
  const isProbe = bucket.state === 'backing_off'
  if (isProbe && bucket.probeUntil > at) return [wait('site', PROBE_LOOK_MS), bucket]
  if (isProbe && bucket.nextTryAt > at) return [wait('site', bucket.nextTryAt - at), bucket]

  const tokenMs = Math.max(1, ((1 - tokens) / readsPerSecond) * 1_000)
  if (by === 'refresh' && bucket.personWaitingUntil > at) {
    return [wait('budget', Math.max(tokenMs, bucket.personWaitingUntil - at)), bucket]
  }
  const personMs = by === 'person' && tokens < 0 ? bucket.personReadAt + PERSON_EVERY_MS - at : Infinity
  const reads = Math.min(isProbe ? 1 : upTo, tokens >= 1 ? Math.floor(tokens) : personMs <= 0 ? 1 : 0)
  if (reads === 0) {
    const personWaitingUntil = by === 'person' ? at + PERSON_WAITS_MS : bucket.personWaitingUntil
    return [wait('budget', Math.min(tokenMs, personMs)), { ...bucket, personWaitingUntil }]
  }
  const probeUntil = isProbe ? at + PROBE_TAKES_AT_MOST_MS : bucket.probeUntil
  const personReadAt = by === 'person' ? at : bucket.personReadAt
  return [
    { kind: 'granted', reads, probe: isProbe },
    { ...debit(bucket, reads), probeUntil, personReadAt },
  ]
}

const wait = (because: 'budget' | 'site', waitMs: number): Leave => ({ kind: 'wait', waitMs, because })

/** Reads that were granted and not made. */
export const giveBack = (bucket: Bucket, reads: number, probe: boolean): Bucket => ({
  ...bucket,
  tokens: Math.min(BURST, bucket.tokens + reads),
  probeUntil: probe ? bucket.at : bucket.probeUntil,
})

/** Reads that were made without asking. */
export const debit = (bucket: Bucket, reads: number): Bucket => ({
  ...bucket,
  tokens: Math.max(DEEPEST_DEBT, bucket.tokens - reads),
})
