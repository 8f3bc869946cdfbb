import type { Bid, PreflightCode, PreflightFinding } from '@bidwell/contract'

const OF_LOGIN: readonly PreflightCode[] = ['login_missing', 'login_refused']
const OF_ACCOUNT: readonly PreflightCode[] = [...OF_LOGIN, 'leading_many', 'unpaid_items', 'account_limit']

type Coded = Pick<PreflightFinding, 'code'>

/** Whether a finding repeats the status of the login. */
export const isOfLogin = ({ code }: Coded): boolean => OF_LOGIN.includes(code)

/** Whether a finding is about the account: it is the same for all bids, and stated once for all of them. */
export const isOfAccount = ({ code }: Coded): boolean => OF_ACCOUNT.includes(code)

type CheckedBid = Pick<Bid, 'status' | 'phase' | 'preflight'>

/**
 * The finding that is going to make a bid fail; null for none. Once an engine holds the bid, it checks the login and
 * the item itself, and earlier findings no longer count.
 */
export function blockingFinding({ status, phase, preflight }: CheckedBid): PreflightFinding | null {
  const worst = preflight?.findings[0]
  return status === 'pending' && phase === 'waiting' && worst?.severity === 'red' ? worst : null
}
