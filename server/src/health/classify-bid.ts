import type { BidOutcome, ServiceClass } from '@bidwell/contract'

/** The class of each outcome. A loss needs a proof that the site took the bid, and a pause somebody who paused. */
const CLASS_OF_OUTCOME = {
  won: 'accepted',
  lost: 'accepted',
  outbid_on_arrival: 'accepted',
  retracted: 'accepted',
  reserve_not_met: 'accepted',
  too_late: 'ours',
  vault_locked: 'ours',
  database_down: 'ours',
  not_running: 'ours',
  not_confirmed: 'ours',
  site_down: 'site',
  refused: 'site',
  login_refused: 'login',
  login_missing: 'login',
  account_limit: 'limit',
  rate_limited: 'limit',
  ended_early: 'ended_early',
  withdrawn: 'ended_early',
  unresolved: 'unknown',
  price_past_maximum: 'overtaken',
  below_next_bid: 'overtaken',
  own_maximum: 'overtaken',
  cancelled: 'stopped',
  paused: 'stopped',
  group_won: 'stopped',
  group_unknown: 'stopped',
  group_budget: 'stopped',
} as const satisfies Record<BidOutcome, ServiceClass>

type EndedBid = {
  outcome: BidOutcome
  /** The site has confirmed the bid, or has shown it. */
  isPlaced: boolean
  /** By the log, the operator's pause was in force at the end, and the owner's own was not. */
  isPausedByOperator: boolean
}

/** The one class in which an ended bid is counted. Pure. */
export function classifyBid({ outcome, isPlaced, isPausedByOperator }: EndedBid): ServiceClass {
  if (outcome === 'lost' && !isPlaced) return 'unknown'
  if (outcome === 'paused' && isPausedByOperator) return 'ours'
  return CLASS_OF_OUTCOME[outcome]
}
