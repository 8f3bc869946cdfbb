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
  const toast = (
    kind: BidToast['kind'],
    heading: string,
    text: string | null,
    action: BidToast['action'] = 'receipt',
  ): BidToast => ({ bid, kind, heading, text, action })
  const outbid = () => toast('warning', messages.result.outbid(title), messages.bid.outbid(auctionId))
  switch (status) {
    case 'executed':
      if (bid.outcome === 'unresolved')
        return toast('error', messages.result.unknown(title), messages.outcome.unresolved(siteName))
      return isOvertaken ? outbid() : toast('success', messages.result.placed(title), messages.bid.executed(auctionId))
    case 'won':
      return toast('success', messages.result.won({ title, ...wonAmounts(bid) }), null, 'pay')
    case 'lost':
      return toast('info', messages.result.lost({ title, ...lostAmounts(bid) }), null)
    case 'outbid':
      return outbid()
    case 'failed': {
      const text = messages.bid.failed(auctionId, errorDetail ?? reasonOf(bid, siteName) ?? '')
      return toast('error', messages.result.notPlaced(title), text, failedAction(bid))
    }
    case 'auction_ended':
      return toast('info', messages.result.notPlaced(title), reasonOf(bid, siteName))
    case 'cancelled':
      return bid.outcome === 'paused'
        ? toast('warning', messages.result.notPlaced(title), reasonOf(bid, siteName))
        : null
    case 'pending':
      return null
  }
}

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
