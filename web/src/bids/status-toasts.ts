import { type Bid, messages } from '@bidwell/contract'

export type StatusToast = { key: string; kind: 'success' | 'warning' | 'error'; message: string }

/** The toasts for changed bids: one per new status that needs one. */
export function statusToasts(before: readonly Bid[], after: readonly Bid[]): StatusToast[] {
  const known = new Map(before.map((bid) => [bid.id, bid.status]))
  return after.flatMap((bid) => {
    const earlier = known.get(bid.id)
    return earlier === undefined || earlier === bid.status ? [] : toastFor(bid)
  })
}

function toastFor({ auctionId, status, errorDetail }: Bid): StatusToast[] {
  const key = `${auctionId}:${status}`
  switch (status) {
    case 'outbid':
      return [{ key, kind: 'warning', message: messages.bid.outbid(auctionId) }]
    case 'executed':
      return [{ key, kind: 'success', message: messages.bid.executed(auctionId) }]
    case 'failed':
      return [{ key, kind: 'error', message: messages.bid.failed(auctionId, errorDetail ?? '') }]
    case 'pending':
    case 'cancelled':
    case 'auction_ended':
    case 'won':
    case 'lost':
      return []
  }
}

const SHOWN_KEY = 'bid_toasts_shown'
const MAX_KEYS = 200

/** Records that this browser shows the toast; returns false when it has shown it before. */
export function markToastShown(key: string): boolean {
  const shown = (localStorage.getItem(SHOWN_KEY) ?? '').split(' ')
  if (shown.includes(key)) return false
  localStorage.setItem(SHOWN_KEY, [...shown, key].slice(-MAX_KEYS).join(' ').trim())
  return true
}
