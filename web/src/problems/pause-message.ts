import type { PauseState } from '@bidwell/contract'

/** The banner's message for a pause; null while bidding is not paused. */
export function pauseMessage({ own, operator }: PauseState): { title: string; text: string } | null {
  const reason = operator?.reason ? ` Their reason: “${operator.reason}”` : ''
  if (own && operator) {
    return {
      title: 'All bidding is paused, by you and by the operator of this service.',
      text: `No bid is sent until both have resumed.${reason}`,
    }
  }
  if (own) return { title: 'You paused all bidding.', text: 'No bid is sent until you resume.' }
  if (operator?.state === 'all') {
    return {
      title: 'The operator of this service has paused all bidding.',
      text: `No bid is sent until it is resumed.${reason}`,
    }
  }
  if (operator) {
    return {
      title: 'The operator of this service is pausing bidding.',
      text: `Bids that were due within 90 seconds still go out; no other is sent until it is resumed.${reason}`,
    }
  }
  return null
}
