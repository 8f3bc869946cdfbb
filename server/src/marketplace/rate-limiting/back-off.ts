import type { SiteError, SiteErrorKind } from '../site-error.ts'
import type { Bucket } from './bucket.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** The failures that are the site's fault, or its wish: the first pause after each, and the longest. */
const PAUSES: Partial<Record<SiteErrorKind, { firstMs: number; longestMs: number }>> = {
  rate_limited: { firstMs: 30 * SECOND, longestMs: 10 * MINUTE },
  blocked: { firstMs: 30 * SECOND, longestMs: 10 * MINUTE },
  unavailable: { firstMs: SECOND, longestMs: 5 * MINUTE },
  timeout: { firstMs: SECOND, longestMs: 5 * MINUTE },
  connection: { firstMs: SECOND, longestMs: 5 * MINUTE },
  not_json: { firstMs: SECOND, longestMs: 5 * MINUTE },
}
/** A site that names a time is asked then; but one that does so again and again is asked ever later as well. */
const FIRST_DESPITE_ITS_WORD_MS = SECOND
/** Fault that comes back within this of its end counts on from where it was. */
const FORGOTTEN_AFTER_MS = 2 * MINUTE
const MOST_DOUBLINGS = 20

/** Whether a failure is about the site as a whole; any other shows that it answers. */
export const isTrouble = ({ kind }: SiteError): boolean => PAUSES[kind] !== undefined

/**
 * The bucket after a failure of the site: it is left alone for a while, twice as long each time in a row. Reads that
 * were on their way when the first one failed add nothing but what the site asks for. `chance` from 0 to 1. Pure.
 */
export function afterTrouble(bucket: Bucket, error: SiteError, probe: boolean, chance: number): Bucket {
  const { at, state } = bucket
  const askedMs = error.retryAfterMs === undefined ? null : error.retryAfterMs * (1 + chance / 10)
  if (state === 'backing_off' && !probe) {
    return { ...bucket, nextTryAt: Math.max(bucket.nextTryAt, at + (askedMs ?? 0)) }
  }
  const isFirst = state === 'ok' && (bucket.failures === 0 || at - bucket.stateSince > FORGOTTEN_AFTER_MS)
  const failures = isFirst ? 1 : bucket.failures + 1
  return {
    ...bucket,
    state: 'backing_off',
    stateSince: state === 'ok' ? at : bucket.stateSince,
    because: error.kind,
    failures,
    nextTryAt: at + pauseFor(error.kind, failures, askedMs, chance),
    probeUntil: at,
  }
}

/** The bucket after an answer to a read that asked nobody: once the pause is over, it is as good as one that did. */
export const afterUnasked = (bucket: Bucket): Bucket => (bucket.nextTryAt <= bucket.at ? afterProbe(bucket) : bucket)

/** The bucket after whoever tried has had an answer. */
export const afterProbe = (bucket: Bucket): Bucket =>
  bucket.state === 'ok' ? bucket : { ...bucket, state: 'ok', stateSince: bucket.at, because: null }

function pauseFor(kind: SiteErrorKind, failures: number, askedMs: number | null, chance: number): number {
  const { firstMs, longestMs } = PAUSES[kind] ?? { firstMs: SECOND, longestMs: MINUTE }
  const doubled = (fromMs: number) => Math.min(longestMs, fromMs * 2 ** Math.min(failures - 1, MOST_DOUBLINGS))
  if (askedMs !== null) return Math.max(askedMs, doubled(FIRST_DESPITE_ITS_WORD_MS))
  // From three quarters to five quarters, so that installations which failed together do not come back together.
  return doubled(firstMs) * (0.75 + chance / 2)
}
