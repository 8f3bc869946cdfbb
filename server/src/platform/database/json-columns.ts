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

/** The delivered price of a bid, and the costs that its maximum was reckoned with. Integer cents. */
export type Delivered = { allInCents: number; basis: CostBasis }

/** The terms of a bid. Integer cents. */
export type Terms = { maxBidCents: number; secondsBeforeEnd: number; delivered: Delivered | null }

/** What becomes of a bid once no engine holds it: it is cancelled, or has these terms. */
export type Pending =
  /** `lowered`: why it costs more than its owner wants; null when the owner cancels it. */
  | { kind: 'cancel'; lowered: CostBasis['lowered'] }
  /** `groupId`: the group that it joins; with null it leaves its group, and without it stays where it is. */
  | ({ kind: 'change'; groupId?: number | null } & Terms)

/** The contents of the JSON columns, which the database does not state. */
export type JsonColumns = {
  accounts: { alert_choices: Record<string, Tables['destinations']['channel'][]> }
  bid_events: { detail: Record<string, unknown> }
  bids: { preflight_findings: PreflightFinding[]; cost_basis: CostBasis; pending: Pending }
  connections: { sealed_credentials: object; sealed_token: object }
  deliveries: { content: object }
  destinations: { settings: Record<string, unknown> }
  idempotency_keys: { answer: object }
  notifications: { values: Record<string, unknown> }
  security_events: { detail: Record<string, string | number | boolean | null> }
  site_lists: { auctions: { auctionId: string; maximumCents: number | null; note: string | null }[] }
  sold_look_ups: { items: { auctionId: string; title: string; priceCents: number; endsAt: number }[] }
  vault_keys: { known_answer: object }
}
