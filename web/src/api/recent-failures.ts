/** A call that the server has refused or failed. It holds nothing of what was sent. */
export type RecentFailure = {
  /** Such as `POST /bids/:id`. */
  call: string
  status: number
  code: string
  /** The name that the server's log has for the request. */
  requestId: string | null
}

const MAX_KEPT = 10

/** The last failed calls of this tab, latest first. */
export const recentFailures: RecentFailure[] = []

export function keepFailure(failure: RecentFailure) {
  recentFailures.unshift(failure)
  recentFailures.length = Math.min(recentFailures.length, MAX_KEPT)
}
