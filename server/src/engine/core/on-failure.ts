import { SiteError } from '../../marketplace/site-error.ts'
import type { SnipeState } from './snipe-state.ts'
import type { Timeline } from './timeline.ts'

export type Doing = 'log_in' | 'connect' | 'read' | 'warm'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 300_000
/** While a shot is ahead, so much of the time to it may pass before the next attempt. */
const SHARE_OF_TIME_LEFT = 0.25
const SHORTEST_CAP_MS = 500
/** While nobody knows whether a shot is still ahead, so much of the time since the close. */
const SHARE_OF_TIME_PAST = 0.1
const LATE_CAP_MS = 2_000
/** Between a log-in that was refused and the one that makes us believe it. */
const REFUSAL_PAUSE_MS = 2_000

/** What a call to the site that failed adds to what is known. Pure. */
export function onFailure(
  before: SnipeState,
  { doing, error }: { doing: Doing; error: unknown },
  timeline: Timeline,
  now: number,
): SnipeState {
  const state = { ...before, isLightReadNext: doing === 'read' }
  const kind = error instanceof SiteError ? error.kind : null
  if (kind === 'login_refused') {
    const refusalMessage = error instanceof SiteError ? (error.siteMessage ?? error.message) : ''
    return { ...state, refusals: state.refusals + 1, refusalMessage, notBefore: now + REFUSAL_PAUSE_MS }
  }
  const failed = { ...state, failures: state.failures + 1, notBefore: now + pauseFor(state, error, timeline, now) }
  if (kind === 'not_found') {
    const { times, from } = state.missing ?? { times: 0, from: now }
    return { ...failed, missing: { times: times + 1, from, to: now } }
  }
  if (kind !== 'unauthorized') return failed
  // The first time, a new login may mend it at once.
  const notBefore = state.needsFreshLogin ? failed.notBefore : now
  return { ...failed, loggedIn: false, needsFreshLogin: true, notBefore }
}

function pauseFor(state: SnipeState, error: unknown, timeline: Timeline, now: number): number {
  const asked = error instanceof SiteError ? (error.retryAfterMs ?? 0) : 0
  const pauseMs = Math.max(FIRST_PAUSE_MS * 2 ** state.failures, asked)
  if (state.bid === 'stands') return Math.min(pauseMs, LONGEST_PAUSE_MS)
  if (now < timeline.endAt)
    return Math.min(pauseMs, Math.max((timeline.fireAt - now) * SHARE_OF_TIME_LEFT, SHORTEST_CAP_MS))
  // The end may have moved without our seeing it.
  const longestMs = Math.max((now - timeline.endAt) * SHARE_OF_TIME_PAST, LATE_CAP_MS)
  return Math.min(pauseMs, longestMs, LONGEST_PAUSE_MS)
}
