import { messages } from '@bidwell/contract'
import { type AddResult, type AuctionRow, OVER_LIMIT, type ReadyRow } from './several-auctions.ts'

/** `Track 5, schedule 3`. */
export function buttonText(todo: readonly ReadyRow[]): string {
  const tracking = todo.filter(({ isTracked }) => !isTracked).length
  const scheduling = todo.filter(({ hasBid }) => hasBid).length
  if (scheduling === 0) return `Track ${tracking}`
  return tracking === 0 ? `Schedule ${scheduling}` : `Track ${tracking}, schedule ${scheduling}`
}

/** Why the button does nothing; null when it can be pressed. */
export function whyNotAdd(rows: readonly AuctionRow[], todo: readonly ReadyRow[]): string | null {
  const read = rows.filter(({ kind }) => kind !== 'reading').length
  if (read < rows.length) return messages.importing.stillReading(read, rows.length)
  if (todo.length === 0)
    return rows.some((row) => row.kind === 'ready' && row.takesBid)
      ? 'Nothing here is left to track. Enter a maximum to bid.'
      : 'There is nothing to track here.'
  const wrong = todo.find(({ hasBid, draft }) => hasBid && draft.order === null)
  return wrong ? `${wrong.item.title}: ${wrong.draft.whyNoOrder}` : null
}

/** The state of a row in words. */
export function stateText(row: AuctionRow): string {
  switch (row.kind) {
    case 'reading':
      return 'Reading…'
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
      return readyText(row)
  }
}

function readyText({ isTracked, takesBid, hasBid, isAdding, result }: ReadyRow): string {
  if (isAdding) return isTracked ? (hasBid ? 'Scheduling the bid…' : 'Tracked') : 'Tracking…'
  if (result) return result.failure === null ? doneText(result) : `${doneText(result)}. ${result.failure}`
  if (!isTracked) return ''
  return takesBid ? 'Already tracked' : 'Already tracked, with a bid'
}

const doneText = ({ tracked, scheduled }: AddResult): string =>
  scheduled ? 'Tracked, bid scheduled' : tracked ? 'Tracked' : 'Not tracked'

/** Of a table that was closed while its auctions were added: what was done, and what failed. */
export function outcomeOf(todo: readonly ReadyRow[], results: readonly AddResult[]) {
  const left = todo.length - results.length
  return {
    summary: [...(left === 0 ? [] : [messages.importing.stopped(left)]), summaryText(results)],
    failures: results.flatMap(({ failure }, n) => (failure === null ? [] : [`${todo[n]?.item.title}: ${failure}`])),
  }
}

/** `5 tracked, 3 bids scheduled.` */
export function summaryText(results: readonly AddResult[]): string {
  const tracked = results.filter((result) => result.tracked).length
  const scheduled = results.filter((result) => result.scheduled).length
  const failed = results.filter(({ failure }) => failure !== null).length
  const bids = scheduled === 0 ? '' : `, ${scheduled} ${scheduled === 1 ? 'bid' : 'bids'} scheduled`
  return `${tracked} tracked${bids}${failed === 0 ? '' : `, ${failed} not done`}.`
}
