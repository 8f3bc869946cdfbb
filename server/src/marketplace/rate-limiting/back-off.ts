import type { SiteError, SiteErrorKind } from '../site-error.ts'
import type { Bucket } from './bucket.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** The failures that pause all reads of the site: the first pause after each kind, and the longest. */
const PAUSES: Partial<Record<SiteErrorKind, { firstMs: number; maxMs: number }>> = {
  rate_limited: { firstMs: 30 * SECOND, maxMs: 10 * MINUTE },
  blocked: { firstMs: 30 * SECOND, maxMs: 10 * MINUTE },
  unavailable: { firstMs: SECOND, maxMs: 5 * MINUTE },
  timeout: { firstMs: SECOND, maxMs: 5 * MINUTE },
  connection: { firstMs: SECOND, maxMs: 5 * MINUTE },
  not_json: { firstMs: SECOND, maxMs: 5 * MINUTE },
}
/** A pause with `Retry-After` also doubles with each failure in a row, starting here. */
const FIRST_RETRY_AFTER_PAUSE_MS = SECOND
/** A failure this soon after the site recovered continues the row of failures before it. */
const STREAK_RESET_MS = 2 * MINUTE
const MAX_DOUBLINGS = 20

/** Whether a failure concerns the whole site. Any other failure shows that the site answers. */
export const isSiteFault = ({ kind }: SiteError): boolean => PAUSES[kind] !== undefined

/**
 * The bucket after a failure of the site: reads pause, twice as long after each failure in a row. A read that was in
 * flight when the first one failed extends the pause only by its own `Retry-After`. `chance` is from 0 to 1. Pure.
 */
export function afterFault(bucket: Bucket, error: SiteError, trial: boolean, chance: number): Bucket {
  const { at, state } = bucket
  const retryAfterMs = error.retryAfterMs === undefined ? null : error.retryAfterMs * (1 + chance / 10)
  if (state === 'backing_off' && !trial) {
    return { ...bucket, nextTryAt: Math.max(bucket.nextTryAt, at + (retryAfterMs ?? 0)) }
  }
  const isFirst = state === 'ok' && (bucket.failures === 0 || at - bucket.stateSince > STREAK_RESET_MS)
  const failures = isFirst ? 1 : bucket.failures + 1
  return {
    ...bucket,
    state: 'backing_off',
    stateSince: state === 'ok' ? at : bucket.stateSince,
    failureKind: error.kind,
    failures,
    nextTryAt: at + pauseFor(error.kind, failures, retryAfterMs, chance),
    trialUntil: at,
  }
}

/** The bucket after an answer to an unmetered read. Once the pause is over, it counts as a successful trial. */
export const afterUnmeteredAnswer = (bucket: Bucket): Bucket =>
  bucket.nextTryAt <= bucket.at ? afterTrial(bucket) : bucket

/** The bucket after the site answered a trial read. */
export const afterTrial = (bucket: Bucket): Bucket =>
  bucket.state === 'ok' ? bucket : { ...bucket, state: 'ok', stateSince: bucket.at, failureKind: null }

function pauseFor(kind: SiteErrorKind, failures: number, retryAfterMs: number | null, chance: number): number {
  const { firstMs, maxMs } = PAUSES[kind] ?? { firstMs: SECOND, maxMs: MINUTE }
  const doubled = (fromMs: number) => Math.min(maxMs, fromMs * 2 ** Math.min(failures - 1, MAX_DOUBLINGS))
  if (retryAfterMs !== null) return Math.max(retryAfterMs, doubled(FIRST_RETRY_AFTER_PAUSE_MS))
  // Jitter of a quarter each way: installations that failed together do not come back together.
  return doubled(firstMs) * (0.75 + chance / 2)
}
