import { failedAtLogin } from '../../bids/login-stop.ts'
import { blockingFinding } from '../../bids/preflight-rules.ts'
import { mayBeUnpaid } from '../../wins/win-text.ts'
import type { AuctionState } from './auction-state.ts'
import type { TrackedAuction } from './tracked-auction.ts'

/** The primary action of an auction. */
export type AuctionAction =
  | { kind: 'edit'; label: 'Schedule bid' | 'Edit' | 'Raise' | 'Bid again' }
  /** `fullLabel` names the site for screen readers; the visible `label` fits a narrow column. */
  | { kind: 'site'; label: string; fullLabel: string; url?: string }
  | { kind: 'receipt'; label: 'Receipt'; bidId: number }
  /** To what is known of all payments. */
  | { kind: 'to_pay'; label: 'Pay' }
  | { kind: 'reconnect'; label: 'Reconnect' }

export function actionFor({ bid, win }: TrackedAuction, state: AuctionState, siteName: string): AuctionAction {
  switch (state) {
    case 'watching':
    case 'bid_unknown':
      return { kind: 'edit', label: 'Schedule bid' }
    case 'armed':
    case 'held':
    case 'paused':
      return { kind: 'edit', label: 'Edit' }
    case 'ending_soon':
    case 'final_minute':
      return { kind: 'edit', label: bid?.status === 'pending' ? 'Edit' : 'Schedule bid' }
    case 'over_max':
      return { kind: 'edit', label: 'Raise' }
    case 'bid_again':
      return { kind: 'edit', label: 'Bid again' }
    case 'at_risk':
      return remedyFor(bid, siteName)
    case 'stopped':
      return { kind: 'reconnect', label: 'Reconnect' }
    case 'won':
      return afterWin(bid, win, siteName)
    case 'ended':
      return viewAt(siteName)
    case 'failed':
      return bid && failedAtLogin(bid) ? { kind: 'reconnect', label: 'Reconnect' } : receiptOf(bid, siteName)
    case 'restored':
    case 'restored_checking':
    case 'unconfirmed':
    case 'bidding':
    case 'accepted':
    case 'overtaken':
    case 'checking':
    case 'withdrawn':
    case 'result_pending':
    case 'result_unknown':
    case 'lost':
    case 'outbid':
    case 'not_sent':
      return receiptOf(bid, siteName)
  }
}

/** Paying, until the item is paid or may be. */
function afterWin(bid: TrackedAuction['bid'], win: TrackedAuction['win'], siteName: string): AuctionAction {
  if (!mayBeUnpaid(win)) return receiptOf(bid, siteName)
  if (!win) return { kind: 'to_pay', label: 'Pay' }
  return { kind: 'site', label: 'Pay', fullLabel: `Pay on ${siteName}`, url: win.payUrl }
}

function remedyFor(bid: TrackedAuction['bid'], siteName: string): AuctionAction {
  const finding = bid && blockingFinding(bid)
  switch (finding?.remedy) {
    case 'reconnect':
      return { kind: 'reconnect', label: 'Reconnect' }
    case 'pay_at_site':
      return {
        kind: 'site',
        label: 'Pay',
        fullLabel: `Pay on ${siteName}`,
        ...(finding.url !== null && { url: finding.url }),
      }
    case 'review_item':
      return viewAt(siteName)
    case 'raise_bid':
    case 'none':
    case undefined:
      return { kind: 'edit', label: 'Edit' }
  }
}

const receiptOf = (bid: TrackedAuction['bid'], siteName: string): AuctionAction =>
  bid === null ? viewAt(siteName) : { kind: 'receipt', label: 'Receipt', bidId: bid.id }

const viewAt = (siteName: string): AuctionAction => ({
  kind: 'site',
  label: 'View item',
  fullLabel: `View item on ${siteName}`,
})
