import type { CostInputs, DecidedCosts, PreflightFinding } from '@bidwell/contract'
import type { Tables } from './generated-tables.ts'

/** What the maximum of a bid with a delivered price was reckoned with. */
export type CostBasis = CostInputs &
  DecidedCosts & {
    /** The quote is for an earlier ZIP code of the account. */
    isForOtherZip: boolean
    /** What has changed since the owner set the bid, so that it was lowered; null while it stands as it was set. */
    lowered: 'quote' | 'listing' | 'account' | null
  }

/** The contents of the JSON columns, which the database does not state. */
export type JsonColumns = {
  accounts: { alert_choices: Record<string, Tables['destinations']['channel'][]> }
  bid_events: { detail: Record<string, unknown> }
  bids: { preflight_findings: PreflightFinding[]; cost_basis: CostBasis; pending_cost_basis: CostBasis }
  connections: { sealed_credentials: object; sealed_token: object }
  deliveries: { content: object }
  destinations: { settings: Record<string, unknown> }
  idempotency_keys: { answer: object }
  notifications: { values: Record<string, unknown> }
  read_budgets: { failing_items: { item: string; failures: number; failedAt: number; nextTryAt: number }[] }
  security_events: { detail: Record<string, string | number | boolean | null> }
  site_lists: { auctions: { auctionId: string; maximumCents: number | null; note: string | null }[] }
  vault_keys: { known_answer: object }
}
