import type { SiteError, SiteErrorKind } from '../site-error.ts'
import type { Bucket } from './bucket.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

type Pause = {
  firstMs: number
  maxMs: number
  /** The site refuses this installation, whatever it reads. Any other failure may be the fault of one item. */
  isRefusal: boolean
}

/** The failures that pause reads: the first pause after each kind, and the longest. */
const PAUSES: Partial<Record<SiteErrorKind, Pause>> = {
  rate_limited: { firstMs: 30 * SECOND, maxMs: 10 * MINUTE, isRefusal: true },
  blocked: { firstMs: 30 * SECOND, maxMs: 60 * MINUTE, isRefusal: true },
  unavailable: { firstMs: SECOND, maxMs: 5 * MINUTE, isRefusal: false },
  timeout: { firstMs: SECOND, maxMs: 5 * MINUTE, isRefusal: false },
  connection: { firstMs: SECOND, maxMs: 5 * MINUTE, isRefusal: false },
  not_json: { firstMs: SECOND, maxMs: 5 * MINUTE, isRefusal: false },
  truncated: { firstMs: SECOND, maxMs: 5 * MINUTE, isRefusal: false },
}
/** A pause with `Retry-After` also doubles with each failure in a row, starting here. */
const FIRST_RETRY_AFTER_PAUSE_MS = SECOND
/** A failure this soon after the site recovered continues the row of failures before it. */
const STREAK_RESET_MS = 2 * MINUTE
const MAX_DOUBLINGS = 20

/** Whether a failure may be the site's fault. Any other failure shows that the site answers. */
export const isSiteFault = ({ kind }: SiteError): boolean => PAUSES[kind] !== undefined

/** A read that failed: of which item, and whether it was the trial of the half-open circuit. */
type FailedRead = { error: SiteError; item: string; trial: boolean }

/**
 * The bucket after a fault of a read. A refusal by the site pauses all reads. Any other fault may be that of one item: it pauses
 * all reads once a second item has failed without an answer in between. `chance` is from 0 to 1. Pure.
 */
export function afterFault(bucket: Bucket, read: FailedRead, chance: number): Bucket {
  const { error, item } = read
  const isOfSite = bucket.state === 'backing_off' || (bucket.failingItem ?? item) !== item
  return isOfSite || PAUSES[error.kind]?.isRefusal ? pauseAll(bucket, read, chance) : { ...bucket, failingItem: item }
}

/**
 * Pauses all reads, twice as long after each failure in a row. A read that was in flight when the first one failed
 * extends the pause only by its own `Retry-After`.
 */
function pauseAll(bucket: Bucket, { error, trial }: FailedRead, chance: number): Bucket {
  const { at, state } = bucket
  if (state === 'backing_off' && !trial) {
    return { ...bucket, nextTryAt: Math.max(bucket.nextTryAt, at + (retryAfterOf(error, chance) ?? 0)) }
  }
  const isFirst = state === 'ok' && (bucket.failures === 0 || at - bucket.stateSince > STREAK_RESET_MS)
  const failures = isFirst ? 1 : bucket.failures + 1
  return {
    ...bucket,
    state: 'backing_off',
    stateSince: state === 'ok' ? at : bucket.stateSince,
    failureKind: error.kind,
    failures,
    nextTryAt: at + pauseFor(error, failures, chance),
    trialUntil: at,
  }
}

/** The bucket after the site answered a read, which closes the breaker if it was the trial, or if the pause is over. */
export function afterAnswer(bucket: Bucket, trial: boolean): Bucket {
  if (bucket.state === 'ok') return { ...bucket, failingItem: null }
  if (!trial && bucket.nextTryAt > bucket.at) return bucket
  return { ...bucket, state: 'ok', stateSince: bucket.at, failureKind: null, failingItem: null }
}

const retryAfterOf = ({ retryAfterMs }: SiteError, chance: number) =>
  retryAfterMs === undefined ? null : retryAfterMs * (1 + chance / 10)

function pauseFor(error: SiteError, failures: number, chance: number): number {
  const { firstMs, maxMs } = PAUSES[error.kind] ?? { firstMs: SECOND, maxMs: MINUTE }
  const doubled = (fromMs: number) => Math.min(maxMs, fromMs * 2 ** Math.min(failures - 1, MAX_DOUBLINGS))
  const retryAfterMs = retryAfterOf(error, chance)
  if (retryAfterMs !== null) return Math.max(retryAfterMs, doubled(FIRST_RETRY_AFTER_PAUSE_MS))
  // Jitter of a quarter each way: installations that failed together do not come back together.
  return doubled(firstMs) * (0.75 + chance / 2)
}
