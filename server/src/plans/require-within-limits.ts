import { messages, UNLIMITED } from '@bidwell/contract'
import type { Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { decideEntitlement, isReached } from './decide-entitlement.ts'
import type { Plans } from './load-plans.ts'
import { countOpenAuctions, countSnipes, readStanding } from './plan-queries.ts'

type Account = {
  plans: Plans | null
  accountId: number
  /** Epoch ms. */
  now: number
}

/**
 * Throws `plan_limit_reached` when the account has scheduled as many snipes as its plan allows in the month that holds
 * `now`. The caller holds the account's lock and inserts the bid with the same `now`, so two requests at once cannot both
 * take the last one.
 */
export async function requireSnipeLeft(tx: Tx, { plans, accountId, now }: Account): Promise<void> {
  if (!plans) return
  const { limits, window } = decideEntitlement(plans, await readStanding(tx, accountId), now)
  if (limits.snipes === UNLIMITED) return
  if (isReached(limits.snipes, await countSnipes(tx, accountId, window))) {
    throw new AppError('plan_limit_reached', messages.plan.snipeLimitReached(limits.snipes))
  }
}

/**
 * Throws `plan_limit_reached` when the plan has no room for so many more open auctions, or for so many more snipes in the month that
 * holds `now`. The caller holds the account's lock. Each of them is counted again when it is added.
 */
export async function requireRoom(
  tx: Tx,
  { plans, accountId, now, siteNow }: Account & { siteNow: number },
  wanted: { auctions: number; snipes: number },
): Promise<void> {
  if (!plans) return
  const { limits, window } = decideEntitlement(plans, await readStanding(tx, accountId), now)
  const auctions = leftOf(limits.auctions, await countOpenAuctions(tx, accountId, siteNow))
  if (wanted.auctions > auctions)
    throw new AppError('plan_limit_reached', messages.plan.noRoomForAuctions(wanted.auctions, auctions))
  const snipes = leftOf(limits.snipes, await countSnipes(tx, accountId, window))
  if (wanted.snipes > snipes)
    throw new AppError('plan_limit_reached', messages.plan.noRoomForSnipes(wanted.snipes, snipes))
}

/**
 * Throws `plan_limit_reached` when the account tracks as many open auctions as its plan allows. The caller holds the
 * account's lock until it has added one. `siteNow` is epoch ms on the site's clock.
 */
export async function requireAuctionLeft(
  tx: Tx,
  { plans, accountId, now, siteNow }: Account & { siteNow: number },
): Promise<void> {
  if (!plans) return
  const { limits } = decideEntitlement(plans, await readStanding(tx, accountId), now)
  if (limits.auctions === UNLIMITED) return
  if (isReached(limits.auctions, await countOpenAuctions(tx, accountId, siteNow))) {
    throw new AppError('plan_limit_reached', messages.plan.auctionLimitReached(limits.auctions))
  }
}

const leftOf = (limit: number, used: number) => (limit === UNLIMITED ? Infinity : Math.max(0, limit - used))
