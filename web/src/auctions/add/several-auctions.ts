import { messages, type ScrapedAuction } from '@bidwell/contract'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { evaluateDraft, type EvaluatedDraft } from '../../bids/form/bid-draft.ts'

/** What was typed for one of several auctions. `again` repeats a maximum that is far above the price; `group` names its group. */
export type TypedMax = { max: string; again: string; group?: string }

/**
 * What a file or the site's list asks for one of several auctions: as typed, '' for nothing. No bid follows from it before
 * its owner ticks it. `remark` is what else is to be known of it.
 */
export type Wish = { max: string; seconds: string; note: string; group: string; remark?: string }

/** What became of an auction after the button. A bid that was refused leaves its auction tracked. */
export type AddResult = { tracked: boolean; scheduled: boolean; failure: string | null }

/** How one of several pasted links stands. */
export type AuctionRow = { reference: string; item: ScrapedAuction | null } & (
  | { kind: 'reading' | 'tracked' | 'repeated' | 'ended' | 'not_found' | 'over_limit' }
  | { kind: 'unread'; why: string }
  | { kind: 'ready'; draft: EvaluatedDraft; result: AddResult | null }
)

type Answer = { reference: string; item: ScrapedAuction | undefined; error: Error | null }

type Context = {
  typed: ReadonlyMap<string, TypedMax>
  results: ReadonlyMap<string, AddResult>
  /** The lead of new bids, as typed, where a file asks for no other. */
  lead: string
  wishes: ReadonlyMap<string, Wish>
  isTracked: (auctionId: string) => boolean
  /** How many more auctions the plan allows. */
  slots: number
  /** How many more bids the plan allows. */
  bids: number
}

const OVER_LIMIT = 'Over the limit of your plan'

/** The rows in the order of the links. The first auctions, and the first bids, take what the plan allows. */
export function rowsOf(answers: readonly Answer[], context: Context): AuctionRow[] {
  const { typed, results, isTracked } = context
  const seen = new Set<string>()
  let { slots: left, bids: bidsLeft } = context
  return answers.map(({ reference, item, error }): AuctionRow => {
    if (!item) return { reference, item: null, ...unread(error) }
    const { auction_id: auctionId } = item
    if (seen.has(auctionId)) return { reference, item, kind: 'repeated' }
    seen.add(auctionId)
    const result = results.get(reference) ?? null
    if (!result?.tracked) {
      if (isTracked(auctionId)) return { reference, item, kind: 'tracked' }
      if (left <= 0) return { reference, item, kind: 'over_limit' }
      left -= 1
    }
    const price = { bidCount: item.bid_count, currentBid: item.current_bid, minimumBid: item.minimum_bid }
    const lead = context.wishes.get(reference)?.seconds || context.lead
    const draft = evaluateDraft({ max: '', again: '', ...typed.get(reference), lead }, price, null)
    const isToBid = hasMax(typed, reference) && result?.scheduled !== true
    if (isToBid) bidsLeft -= 1
    return { reference, item, kind: 'ready', draft: isToBid && bidsLeft < 0 ? withoutOrder(draft) : draft, result }
  })
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

/** The auctions that the button still has to track or to bid on. */
export const toDo = (rows: readonly AuctionRow[], typed: Context['typed']): ReadyRow[] =>
  rows.filter(
    (row) => row.kind === 'ready' && (!row.result?.tracked || (hasMax(typed, row.reference) && !row.result.scheduled)),
  ) as ReadyRow[]

export const hasMax = (typed: Context['typed'], reference: string): boolean =>
  (typed.get(reference)?.max.trim() ?? '') !== ''

/** The name of the group that the bid joins: as typed or, before that, as the file asks; '' for a single bid. */
export const groupNameOf = ({ typed, wishes }: Pick<Context, 'typed' | 'wishes'>, reference: string): string =>
  (typed.get(reference)?.group ?? wishes.get(reference)?.group ?? '').trim()

/** Whether bids can be put into groups: there are several, or a group is named already. A group of one is none. */
export const offersGroups = (todo: readonly ReadyRow[], context: Pick<Context, 'typed' | 'wishes'>): boolean =>
  todo.filter(({ reference }) => hasMax(context.typed, reference)).length > 1 ||
  todo.some(({ reference }) => groupNameOf(context, reference) !== '')

/** `Track 5, schedule 3`. */
export function buttonText(todo: readonly ReadyRow[], typed: Context['typed']): string {
  const tracking = todo.filter(({ result }) => !result?.tracked).length
  const scheduling = todo.filter(({ reference }) => hasMax(typed, reference)).length
  if (tracking === 0 && scheduling > 0) return `Schedule ${scheduling}`
  return scheduling === 0 ? `Track ${tracking}` : `Track ${tracking}, schedule ${scheduling}`
}

/** Why the button does nothing; null when it can be pressed. */
export function whyNotAdd(
  rows: readonly AuctionRow[],
  todo: readonly ReadyRow[],
  typed: Context['typed'],
): string | null {
  if (rows.some(({ kind }) => kind === 'reading')) return 'The auctions are still being read.'
  if (todo.length === 0) return 'There is nothing to track here.'
  const wrong = todo.find(({ reference, draft }) => hasMax(typed, reference) && draft.order === null)
  return wrong ? `${wrong.item?.title}: ${wrong.draft.whyNoOrder}` : null
}

/** The state of a row in words. */
export function stateText(row: AuctionRow): string {
  switch (row.kind) {
    case 'reading':
      return 'Reading…'
    case 'tracked':
      return 'Already tracked'
    case 'repeated':
      return 'The same auction as above'
    case 'ended':
      return messages.auction.ended
    case 'not_found':
      return 'Not found'
    case 'over_limit':
      return OVER_LIMIT
    case 'unread':
      return row.why
    case 'ready':
      return resultText(row.result)
  }
}

function resultText(result: AddResult | null): string {
  if (result === null) return ''
  const done = result.scheduled ? 'Tracked, bid scheduled' : result.tracked ? 'Tracked' : 'Not tracked'
  return result.failure === null ? done : `${done}. ${result.failure}`
}

/** `5 tracked, 3 bids scheduled.` */
export function summaryText(results: readonly AddResult[]): string {
  const tracked = results.filter((result) => result.tracked).length
  const scheduled = results.filter((result) => result.scheduled).length
  const failed = results.filter(({ failure }) => failure !== null).length
  const bids = scheduled === 0 ? '' : `, ${scheduled} ${scheduled === 1 ? 'bid' : 'bids'} scheduled`
  return `${tracked} tracked${bids}${failed === 0 ? '' : `, ${failed} not done`}.`
}
