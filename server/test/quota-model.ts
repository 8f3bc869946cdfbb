import type { Plans } from '../src/plans/load-plans.ts'

/** How a bid stands. `ours`: it was not sent, by our own fault; `theirs`: it was not sent, for a reason of its owner. */
type BidState = 'pending' | 'locked' | 'cancelled' | 'at-site' | 'lost' | 'ours' | 'theirs'
export type ModelBid = { id: number; countedAt: number; state: BidState; deleted: boolean }
export type ModelAuction = { state: 'never' | 'tracked' | 'removed'; closed: boolean; bids: ModelBid[] }

const DAY_MS = 86_400_000

/** What an account may do by its plan, as simply as it can be written down. All instants are epoch ms. */
export class QuotaModel {
  readonly plans: Plans
  readonly openedAt: number
  now: number
  trialAt: number | null = null
  subscription: { plan: string; startedAt: number; pastDueSince: number | null } | null = null
  readonly auctions: ModelAuction[] = []

  constructor(plans: Plans, now: number) {
    this.plans = plans
    this.openedAt = now
    this.now = now
  }

  /** The plan that holds, its limits, and the window in which snipes count. */
  holding() {
    const { subscription: paid, trialAt, now, plans } = this
    if (paid && (paid.pastDueSince === null || now < paid.pastDueSince + 7 * DAY_MS)) {
      const plan = plans.paid.find(({ id }) => id === paid.plan)
      if (plan) return { tier: plan.id, ...plan, ...monthOf(paid.startedAt, now) }
    }
    const trialEnd = trialAt === null ? 0 : trialAt + plans.trial.days * DAY_MS
    if (trialAt !== null && now < trialEnd) return { tier: 'trial', ...plans.trial, start: trialAt, end: trialEnd }
    return { tier: 'free', ...plans.free, ...monthOf(this.openedAt, now) }
  }

  snipesUsed(): number {
    const { start, end } = this.holding()
    const bids = this.auctions.flatMap((auction) => auction.bids)
    const inMonth = bids.filter(({ countedAt }) => countedAt >= start && countedAt < end)
    return inMonth.filter(({ state }) => state !== 'cancelled' && state !== 'ours').length
  }

  auctionsUsed(): number {
    return this.auctions.filter(({ state, closed }) => state === 'tracked' && !closed).length
  }

  snipesLeft(): number {
    const { snipes } = this.holding()
    return snipes === -1 ? Infinity : Math.max(0, snipes - this.snipesUsed())
  }

  auctionsLeft(): number {
    const { auctions } = this.holding()
    return auctions === -1 ? Infinity : Math.max(0, auctions - this.auctionsUsed())
  }
}

/** The month of the anchor's day that holds `now`, found by walking from the anchor, without a calendar library. */
function monthOf(anchor: number, now: number) {
  let months = 0
  while (beginning(anchor, months + 1) <= now) months += 1
  return { start: beginning(anchor, months), end: beginning(anchor, months + 1) }
}

function beginning(anchor: number, months: number): number {
  const first = new Date(anchor)
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months + 1, 0)).getUTCDate()
  const day = Math.min(first.getUTCDate(), lastDay)
  return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, day) + (anchor % DAY_MS)
}
