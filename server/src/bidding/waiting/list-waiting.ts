import { BID_REQUEST, type WaitingBid } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import { type BidRecord, findRestoredBids } from '../bid-queries.ts'
import { MIN_TIME_LEFT_MS } from '../judge-terms.ts'
import { presentWaiting } from './present-waiting.ts'
import { findRequests, type RequestRow } from './request-queries.ts'

/** The bids of the account that wait for its tap, and that it can keep now. The first to end stands first. */
export async function listWaiting({ db, clock, marketplace }: Ctx, accountId: number): Promise<WaitingBid[]> {
  const at = await siteNow(db, marketplace.id, clock)
  const restored = await findRestoredBids(db, accountId)
  const asked = await findRequests(db, at).where('r.account_id', '=', accountId).where('r.state', '=', 'open').execute()
  const waiting = [
    ...restored.map(presentRestored),
    ...asked.filter(({ state_now }) => state_now === 'open').map(presentAsked),
  ]
  return waiting
    .filter(({ until }) => Date.parse(until) > at)
    .toSorted((one, other) => Date.parse(one.until) - Date.parse(other.until))
}

function presentAsked(row: RequestRow): WaitingBid {
  const untilMs = row.ends_at.getTime() - BID_REQUEST.endsBeforeMs
  return { kind: 'program', token: row.token_name, ...presentWaiting(row), until: new Date(untilMs).toISOString() }
}

/** From its moment on, a restored bid may have been sent before the restore: then the site is read first. */
function presentRestored(bid: BidRecord): WaitingBid {
  const lastMs = bid.ends_at.getTime() - MIN_TIME_LEFT_MS
  const untilMs = bid.is_not_at_site ? lastMs : Math.min(bid.fire_at.getTime(), lastMs)
  const source = { kind: 'restored' as const, taken_at: bid.restored_from?.toISOString() ?? '' }
  return { ...source, ...presentWaiting(bid), until: new Date(untilMs).toISOString() }
}
