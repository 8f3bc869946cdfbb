import type { Bid } from '@bidwell/contract'

/**
 * How far a bid has come: 1 locked in, 2 sent, 3 accepted by the site, 4 with its result. Null for a bid that is paused, that its group
 * holds, or that the site has not taken.
 */
export function stepsReached(bid: Bid): number | null {
  switch (bid.status) {
    case 'pending':
      return stepsOfPending(bid)
    case 'executed':
      return bid.outcome === null ? 3 : null
    case 'won':
    case 'lost':
      return 4
    case 'outbid':
      return bid.outcome === 'outbid_on_arrival' ? 3 : null
    case 'failed':
    case 'cancelled':
    case 'auction_ended':
      return null
  }
}

function stepsOfPending({ phase, group }: Bid): number | null {
  switch (phase) {
    case 'waiting':
    case 'armed':
    case 'settled':
      // Its group lets it out late, or not at all.
      return group?.state === 'held' ? null : 0
    case 'paused':
    case 'restored':
      return null
    case 'locked_in':
      return 1
    case 'sent':
    case 'checking':
      return 2
  }
}
