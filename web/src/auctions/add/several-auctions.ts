import { pickupOf, type ScrapedAuction } from '@bidwell/contract'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { evaluateDraft, type EvaluatedDraft } from '../../bids/form/bid-draft.ts'
import {
  type costsOfDraft,
  type DeliveredDraft,
  type DraftCosts,
  evaluateDelivered,
} from '../../bids/form/delivered-draft.ts'

/**
 * What a file or the site's list asks for one of several auctions: as typed, '' for nothing. No bid follows from it before
 * its owner ticks it. `wins` and `budget` are of its group; `remark` is what else is to be known of it.
 */
export type Wish = { max: string; seconds: string; note: string; group: string } & {
  [C in 'delivered' | 'allowance' | 'pickup' | 'wins' | 'budget' | 'remark']?: string
}

/**
 * What became of an auction after the button. A bid that was refused leaves its auction tracked. `noted`: an auction that was tracked
 * before has the note now.
 */
export type AddResult = { tracked: boolean; noted?: boolean; scheduled: boolean; failure: string | null }

/** How one of several pasted links stands. */
export type AuctionRow = { reference: string; item: ScrapedAuction | null } & (
  | { kind: 'reading' | 'repeated' | 'ended' | 'not_found' | 'over_limit' }
  | { kind: 'unread'; why: string }
  | {
      kind: 'ready'
      isTracked: boolean
      /** No bid stands on it: the table changes none. */
      takesBid: boolean
      /** What happens to the note that is wished. With an auction that is not tracked yet, it is saved anyway. */
      note: 'none' | 'to_save' | 'stays'
      /** An amount is typed, and its bid is still to be made. */
      hasBid: boolean
      draft: EvaluatedDraft
      /** The same with its costs, where the bid is set by its delivered price. */
      delivered: DeliveredDraft | null
      isAdding: boolean
      result: AddResult | null
    }
)

type Answer = { reference: string; item: ScrapedAuction | undefined; error: Error | null }

type Typing = {
  /** What sets each bid, as typed: its maximum, or its delivered price where a file asks for that. */
  typed: ReadonlyMap<string, string>
  wishes: ReadonlyMap<string, Wish>
}

type Context = Typing & {
  results: ReadonlyMap<string, AddResult>
  /** The reference of the auction that is being added. */
  adding: string | null
  /** The lead of new bids, as typed, where a file asks for no other. */
  lead: string
  /** What an item costs besides its bid. */
  costsOf: (auctionId: string, typed: Parameters<typeof costsOfDraft>[2]) => DraftCosts
  /** Epoch ms. */
  now: number
  /** The note of an auction that is tracked; null for another auction. */
  noteOf: (auctionId: string) => string | null
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
  const { results, hasStandingBid } = context
  const seen = new Set<string>()
  let { slots: left, bids: bidsLeft } = context
  return answers.map(({ reference, item, error }): AuctionRow => {
    if (!item) return { reference, item: null, ...unread(error) }
    const { auction_id: auctionId } = item
    if (seen.has(auctionId)) return { reference, item, kind: 'repeated' }
    seen.add(auctionId)
    const known = results.get(reference) ?? null
    const standingNote = context.noteOf(auctionId)
    const isTracked = known?.tracked === true || standingNote !== null
    // The answer to the call that has tracked it may be lost: then its bid is still to be made.
    const result = known && { ...known, tracked: isTracked }
    const isAdding = context.adding === reference
    const isTyped = amountOf(context, reference) !== ''
    const takesBid = !(isTracked && hasStandingBid(auctionId) && ((result === null && !isAdding) || !isTyped))
    if (!isTracked) {
      if (left <= 0 && !isAdding) return { reference, item, kind: 'over_limit' }
      left -= 1
    }
    const delivered = isDelivered(context, reference) ? deliveredDraftOf(context, reference, item) : null
    const draft = delivered ?? draftOf(context, reference, item)
    const hasBid = takesBid && isTyped && result?.scheduled !== true
    if (hasBid) bidsLeft -= 1
    const allowed = hasBid && bidsLeft < 0 ? withoutOrder(draft) : draft
    const note = noteState(context.wishes.get(reference)?.note ?? '', standingNote)
    return {
      reference,
      item,
      kind: 'ready',
      isTracked,
      takesBid,
      note,
      hasBid,
      draft: allowed,
      delivered,
      isAdding,
      result,
    }
  })
}

/** A note that is there already stays. */
function noteState(wished: string, standing: string | null): ReadyRow['note'] {
  if (wished === '' || standing === null || standing === wished) return 'none'
  return standing === '' ? 'to_save' : 'stays'
}

/** What sets the bid: its maximum, unless a file asks for a delivered price. */
export const isDelivered = ({ wishes }: Pick<Typing, 'wishes'>, reference: string): boolean =>
  Boolean(wishes.get(reference)?.delivered)

/** What sets the bid, as typed; '' for no bid. */
export const amountOf = ({ typed }: Pick<Typing, 'typed'>, reference: string): string =>
  typed.get(reference)?.trim() ?? ''

const leadOf = (context: Context, reference: string): string =>
  context.wishes.get(reference)?.seconds.trim() || context.lead

const priceOf = ({ bid_count, current_bid, minimum_bid }: ScrapedAuction) => ({
  bidCount: bid_count,
  currentBid: current_bid,
  minimumBid: minimum_bid,
})

const draftOf = (context: Context, reference: string, item: ScrapedAuction) =>
  evaluateDraft({ max: amountOf(context, reference), lead: leadOf(context, reference) }, priceOf(item), null)

function deliveredDraftOf(context: Context, reference: string, item: ScrapedAuction): DeliveredDraft {
  const wish = context.wishes.get(reference)
  const { pickup, no_handling: noHandling } = pickupOf(wish?.pickup ?? '')
  const [allIn, lead] = [amountOf(context, reference), leadOf(context, reference)]
  const typed = { allIn, lead, allowance: wish?.allowance ?? '', pickup, noHandling }
  const costs = context.costsOf(item.auction_id, typed)
  return evaluateDelivered(typed, priceOf(item), null, { costs, now: context.now })
}

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

export type ReadyRow = AuctionRow & { kind: 'ready' }

/** The auctions that the button still has to track, to bid on, or to give their note. */
export const toDo = (rows: readonly AuctionRow[]): ReadyRow[] =>
  rows.filter(
    (row): row is ReadyRow => row.kind === 'ready' && (!row.isTracked || row.note === 'to_save' || row.hasBid),
  )

/** What the tick for the wish types; '' where no bid is wished. */
export const amountWished = ({ max, delivered }: Pick<Wish, 'max' | 'delivered'>): string => delivered || max
