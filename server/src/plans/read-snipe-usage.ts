import { messages, type SnipeUsage } from '@bidwell/contract'
import { remaining } from './decide-entitlement.ts'
import { countSnipes, findSnipes } from './plan-queries.ts'
import { type PlanParts, readEntitlement } from './read-entitlement.ts'

const MOST = 100

/** The bids that count against the present month, and those that do not count any more. */
export async function readSnipeUsage(deps: PlanParts, accountId: number): Promise<SnipeUsage> {
  const { limits, window } = await readEntitlement(deps, accountId)
  const used = await countSnipes(deps.db, accountId, window)
  const bids = await findSnipes(deps.db, accountId, window, MOST)
  return {
    period_start: new Date(window.start).toISOString(),
    period_end: window.end === null ? null : new Date(window.end).toISOString(),
    limit: limits.snipes,
    used,
    remaining: remaining(limits.snipes, used),
    snipes: bids.map((bid) => ({
      bid_id: bid.id,
      auction_id: bid.auction_id,
      title: bid.title,
      scheduled_at: bid.counted_at.toISOString(),
      counts: !bid.is_returned,
      returned_because: bid.is_returned ? messages.plan.returnedBecause(bid.outcome) : null,
    })),
  }
}
