import { type FeatureLimits, messages, UNLIMITED } from '@bidwell/contract'

/** What a plan limits: the auctions tracked at a time, or the snipes of a month. */
export type Limited = 'auction' | 'snipe'

type Limits = Pick<FeatureLimits, 'auction_limit' | 'auction_current' | 'snipe_limit' | 'snipe_current' | 'is_trialing'>

const usageOf = (limits: Limits, what: Limited) =>
  what === 'auction'
    ? { limit: limits.auction_limit, current: limits.auction_current }
    : { limit: limits.snipe_limit, current: limits.snipe_current }

/** Why the plan allows no further one, in words for the user; null when it does. */
export function whyLimitReached(limits: Limits, what: Limited): string | null {
  const { limit, current } = usageOf(limits, what)
  if (limit === UNLIMITED || current < limit) return null
  return what === 'auction' ? messages.plan.auctionLimitReached(limit) : messages.plan.snipeLimitReached(limit)
}

/** How many are left, once it is the last tenth of the limit or the last one; null before, and when none is left. */
export function remainingText(limits: Limits, what: Limited): string | null {
  const { limit, current } = usageOf(limits, what)
  const left = limit - current
  if (limit === UNLIMITED || left <= 0 || left > Math.max(1, limit / 10)) return null
  const owner = limits.is_trialing ? "trial's" : "plan's"
  const noun = what === 'auction' ? 'auctions' : 'snipes'
  const period = what === 'snipe' && !limits.is_trialing ? ' this month' : ''
  return `${left} of your ${owner} ${limit} ${noun} ${left === 1 ? 'is' : 'are'} left${period}.`
}
