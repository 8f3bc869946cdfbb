import { BID_REQUEST, CONNECTION } from '@bidwell/contract'
import { endOfSiteDay } from '../orders/remind-of-payments.ts'
import type { Subject } from './read-occasions.ts'

/** Whether what a notification says still holds, so that telling it is of use. What has happened holds for good. Pure. */
export function isStillTrue({
  kind,
  values,
  bid,
  listing,
  login,
  isPaused,
  hasEngine,
  nextBidAt,
  lastRestoredAt,
  isOwed,
  isAsked,
  isInTrouble,
  isStopped,
}: Subject): boolean {
  const isPending = bid?.status === 'pending'
  switch (kind) {
    case 'bid_over_maximum':
      return isPending && (listing?.minimumBidCents ?? 0) > bid.maxBidCents
    case 'bid_at_risk':
      return isPending && bid.findings.some(({ code }) => code === values['code'])
    case 'bid_lowered':
      return isPending || values['toCents'] === 0
    case 'site_login_refused':
    case 'site_login_other_host':
      return login?.state === 'refused'
    case 'site_login_lost':
      return login === null
    case 'site_login_expiring':
      // A verification since then has moved the end.
      return login !== null && login.verifiedAt + CONNECTION.validityMs <= Number(values['until'])
    case 'no_engine':
      return !hasEngine && nextBidAt !== null
    case 'auction_ending':
    case 'price_reached':
      return listing !== null
    case 'bid_checking':
      return bid?.isUncertain === true
    case 'bids_restored':
      return lastRestoredAt !== null
    case 'bid_requested':
      return isAsked && listing !== null
    case 'payment_due':
      return isOwed
    case 'bidding_paused':
      return isPaused && nextBidAt !== null
    case 'installation_in_danger':
      return isInTrouble
    case 'alerts_stopped':
      return isStopped
    default:
      return true
  }
}

/** From when on the news is of no use outside the browser: for a warning, when its user can no longer act. Epoch ms; null: it has no such moment. */
export function deadlineOf({ kind, at, bid, listing, nextBidAt, lastRestoredAt, values }: Subject): number | null {
  switch (kind) {
    case 'bid_over_maximum':
      // Until the close, a higher maximum wins.
      return listing?.endsAt ?? at
    case 'bid_at_risk':
    case 'bid_lowered':
      return bid?.fireAt ?? at
    case 'site_login_refused':
    case 'site_login_other_host':
    case 'site_login_lost':
    case 'bidding_paused':
    case 'no_engine':
      return nextBidAt
    case 'bids_restored':
      return lastRestoredAt ?? at
    case 'bid_requested':
      return (listing?.endsAt ?? at) - BID_REQUEST.endsBeforeMs
    case 'auction_ending':
    case 'price_reached':
      return listing?.endsAt ?? at
    case 'payment_due':
      return endOfSiteDay(String(values['payBy']))
    case 'site_login_expiring':
      return Math.min(nextBidAt ?? Infinity, Number(values['until']))
    default:
      return null
  }
}
