import type { PauseState } from '@bidwell/contract'

/** What a pause means for the user, as a banner says it; null while nothing is paused. */
export function pauseMessage({ own, operator }: PauseState): { title: string; says: string } | null {
  const why = operator?.reason ? ` Their reason: “${operator.reason}”` : ''
  if (own && operator) {
    return {
      title: 'All bidding is paused, by you and by the operator of this service.',
      says: `No bid is sent until both have resumed.${why}`,
    }
  }
  if (own) return { title: 'You paused all bidding.', says: 'No bid is sent until you resume.' }
  if (operator?.state === 'all') {
    return {
      title: 'The operator of this service has paused all bidding.',
      says: `No bid is sent until it is resumed.${why}`,
    }
  }
  if (operator) {
    return {
      title: 'The operator of this service is pausing bidding.',
      says: `Bids that are armed go out; no other is sent until it is resumed.${why}`,
    }
  }
  return null
}
