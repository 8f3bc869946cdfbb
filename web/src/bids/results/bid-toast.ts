import { type Bid, formatCents, messages } from '@bidwell/contract'
import { centsOf, formatDollars } from '../../ui/money.ts'
import { failedAtLogin } from '../login-stop.ts'

/** What a toast says about one bid, and the action that it offers. */
export type BidToast = {
  bid: Bid
  kind: 'info' | 'success' | 'warning' | 'error'
  heading: string
  /** Null when the heading says everything. */
  text: string | null
  /** `pay`: what is to be paid; `fix`: the site login; `receipt`: the story of the bid. */
  action: 'pay' | 'fix' | 'receipt'
}

const MAX_TITLE_LENGTH = 40

/**
 * The toast for the status of a bid; null for a status that needs none. The texts of the product's description are exact.
 * `isOvertaken`: the price is known to have passed the placed bid.
 */
export function bidToast(bid: Bid, siteName: string, isOvertaken = false): BidToast | null {
  const { auctionId, status, errorDetail } = bid
  const title = shortened(bid.title)
  switch (status) {
    case 'executed':
      if (bid.outcome === 'unresolved') {
        const text = messages.outcome.unresolved(siteName)
        return { bid, kind: 'error', heading: messages.result.unknown(title), text, action: 'receipt' }
      }
      if (isOvertaken) return outbidToast(bid, title)
      return {
        bid,
        kind: 'success',
        heading: messages.result.placed(title),
        text: messages.bid.executed(auctionId),
        action: 'receipt',
      }
    case 'won':
      return {
        bid,
        kind: 'success',
        heading: messages.result.won({ title, ...wonAmounts(bid) }),
        text: null,
        action: 'pay',
      }
    case 'lost':
      return {
        bid,
        kind: 'info',
        heading: messages.result.lost({ title, ...lostAmounts(bid) }),
        text: null,
        action: 'receipt',
      }
    case 'outbid':
      return outbidToast(bid, title)
    case 'failed': {
      const text = messages.bid.failed(auctionId, errorDetail ?? reasonOf(bid, siteName) ?? '')
      return { bid, kind: 'error', heading: messages.result.notPlaced(title), text, action: failedAction(bid) }
    }
    case 'auction_ended':
      return {
        bid,
        kind: 'info',
        heading: messages.result.notPlaced(title),
        text: reasonOf(bid, siteName),
        action: 'receipt',
      }
    case 'cancelled':
      if (bid.outcome !== 'paused') return null
      return {
        bid,
        kind: 'warning',
        heading: messages.result.notPlaced(title),
        text: reasonOf(bid, siteName),
        action: 'receipt',
      }
    case 'pending':
      return null
  }
}

const outbidToast = (bid: Bid, title: string): BidToast => ({
  bid,
  kind: 'warning',
  heading: messages.result.outbid(title),
  text: messages.bid.outbid(bid.auctionId),
  action: 'receipt',
})

/** The spoken form of a toast. */
export const spokenText = ({ heading, text }: Pick<BidToast, 'heading' | 'text'>): string =>
  text === null ? heading : `${heading}. ${text}`

/** Why a bid was not placed, as a sentence; null for an outcome that needs no reason. */
function reasonOf({ outcome }: Pick<Bid, 'outcome'>, siteName: string): string | null {
  const { reasons } = messages.outcome
  if (outcome === null || !(outcome in reasons)) return null
  // The cast is safe: the line above has checked that the outcome is a key of the reasons.
  const reason = reasons[outcome as keyof typeof reasons]({ site: siteName })
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
}

const failedAction = (bid: Bid): BidToast['action'] => (failedAtLogin(bid) ? 'fix' : 'receipt')

function wonAmounts({ finalPrice, maxBid }: Bid) {
  if (finalPrice === null) return { price: null, under: null }
  const underCents = centsOf(maxBid) - centsOf(finalPrice)
  return { price: formatDollars(finalPrice), under: underCents > 0 ? formatCents(underCents) : null }
}

function lostAmounts({ finalPrice, maxBid }: Bid) {
  if (finalPrice === null) return { price: null, over: null, equal: false }
  const overCents = centsOf(finalPrice) - centsOf(maxBid)
  return {
    price: formatDollars(finalPrice),
    over: overCents > 0 ? formatCents(overCents) : null,
    equal: overCents === 0,
  }
}

const shortened = (title: string): string =>
  title.length <= MAX_TITLE_LENGTH ? title : `${title.slice(0, MAX_TITLE_LENGTH - 1).trimEnd()}…`
