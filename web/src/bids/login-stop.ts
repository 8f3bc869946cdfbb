import type { Bid, ConnectionStatus } from '@bidwell/contract'

/** Why no bid of the account is sent at the moment: there is no login, or the site has refused it. */
export type LoginStop = 'missing' | 'refused'

/** Null while bids are sent, and until the login's status is loaded. A site that does not answer stops no bid. */
export function loginStopOf(status: ConnectionStatus | undefined): LoginStop | null {
  if (status === undefined) return null
  if (!status.hasCredentials) return 'missing'
  return status.refused ? 'refused' : null
}

/** Whether a bid failed because no login worked, which the user can fix for the bids to come. */
export const failedAtLogin = ({ status, outcome }: Pick<Bid, 'status' | 'outcome'>): boolean =>
  status === 'failed' && (outcome === 'login_refused' || outcome === 'login_missing')
