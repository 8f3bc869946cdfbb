import type { ScrapedAuction } from '@bidwell/contract'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { evaluateDraft, type EvaluatedDraft } from '../../bids/fields/bid-draft.ts'

/** What became of an auction after the button. A bid that was refused leaves its auction tracked. */
export type AddResult = { tracked: boolean; scheduled: boolean; failure: string | null }

/** How one of several pasted links stands. */
export type AuctionRow = { reference: string; item: ScrapedAuction | null } & (
  | { kind: 'reading' | 'repeated' | 'ended' | 'not_found' | 'over_limit' }
  | { kind: 'unread'; why: string }
  | {
      kind: 'ready'
      item: ScrapedAuction
      isTracked: boolean
      /** No bid stands on it: the table changes none. */
      takesBid: boolean
      /** A maximum is typed, and its bid is still to be made. */
      hasBid: boolean
      draft: EvaluatedDraft
      isAdding: boolean
      result: AddResult | null
    }
)
export type ReadyRow = AuctionRow & { kind: 'ready' }

type Answer = { reference: string; item: ScrapedAuction | undefined; error: Error | null }

type Context = {
  /** The maximum of each bid, as typed. */
  typed: ReadonlyMap<string, string>
  results: ReadonlyMap<string, AddResult>
  /** The reference of the auction that is being added. */
  adding: string | null
  /** The lead of all bids, as typed. */
  lead: string
  isTracked: (auctionId: string) => boolean
  /** Whether the user has a bid on it, or may have one. */
  hasStandingBid: (auctionId: string) => boolean
  /** How many more auctions the plan allows. */
  slots: number
  /** How many more bids the plan allows. */
  bids: number
}

export const OVER_LIMIT = 'Over the limit of your plan'

/** The rows in the order of the links. The first auctions, and the first bids, take what the plan allows. */
export function rowsOf(answers: readonly Answer[], context: Context): AuctionRow[] {
  const seen = new Set<string>()
  let { slots: left, bids: bidsLeft } = context
  return answers.map(({ reference, item, error }): AuctionRow => {
    if (!item) return { reference, item: null, ...unread(error) }
    const { auction_id: auctionId } = item
    if (seen.has(auctionId)) return { reference, item, kind: 'repeated' }
    seen.add(auctionId)
    const known = context.results.get(reference) ?? null
    const isTracked = known?.tracked === true || context.isTracked(auctionId)
    // The answer to the call that has tracked it may be lost: then its bid is still to be made.
    const result = known && { ...known, tracked: isTracked }
    const isAdding = context.adding === reference
    const max = context.typed.get(reference)?.trim() ?? ''
    const takesBid = !(isTracked && context.hasStandingBid(auctionId)) || (max !== '' && (result !== null || isAdding))
    if (!isTracked) {
      if (left <= 0 && !isAdding) return { reference, item, kind: 'over_limit' }
      left -= 1
    }
    const hasBid = takesBid && max !== '' && result?.scheduled !== true
    if (hasBid) bidsLeft -= 1
    const draft = evaluateDraft({ max, lead: context.lead }, priceOf(item), null)
    const allowed = hasBid && bidsLeft < 0 ? withoutOrder(draft) : draft
    return { reference, item, kind: 'ready', isTracked, takesBid, hasBid, draft: allowed, isAdding, result }
  })
}

const priceOf = ({ bid_count, current_bid, minimum_bid }: ScrapedAuction) => ({
  bidCount: bid_count,
  currentBid: current_bid,
  minimumBid: minimum_bid,
})

const withoutOrder = (draft: EvaluatedDraft): EvaluatedDraft => ({
  ...draft,
  maxFault: draft.maxFault ?? OVER_LIMIT,
  order: null,
  whyNoOrder: draft.whyNoOrder ?? OVER_LIMIT,
})

function unread(error: Error | null): { kind: 'reading' | 'ended' | 'not_found' } | { kind: 'unread'; why: string } {
  if (error === null) return { kind: 'reading' }
  if (isApiError(error, 'auction_over')) return { kind: 'ended' }
  if (isApiError(error, 'not_found')) return { kind: 'not_found' }
  return { kind: 'unread', why: messageOf(error) }
}

/** The auctions that the button still has to track or to bid on. */
export const toDo = (rows: readonly AuctionRow[]): ReadyRow[] =>
  rows.filter((row): row is ReadyRow => row.kind === 'ready' && (!row.isTracked || row.hasBid))
