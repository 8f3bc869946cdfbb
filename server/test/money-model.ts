import type { BillingInterval } from '@bidwell/contract'
import type { PaidPlan } from '../src/plans/load-plans.ts'

type Subscription = {
  plan: PaidPlan
  interval: BillingInterval
  /** The instant from which periods are counted. */
  anchor: number
  periodStart: number
  periodEnd: number
  endsWithPeriod: boolean
  /** What begins with the next period. */
  next: { plan: PaidPlan; interval: BillingInterval } | null
  /** When the payment that failed was due. */
  unpaidSince: number | null
}

const DAY_MS = 86_400_000
const GRACE_MS = 7 * DAY_MS
/** So long, Stripe tries to charge. */
const GIVE_UP_MS = 14 * DAY_MS

export const priceOf = (plan: PaidPlan, interval: BillingInterval): number =>
  interval === 'year' ? plan.yearlyCents : plan.monthlyCents

/** What one person pays and has, as simply as it can be written down. Instants are epoch ms, amounts cents. */
export class MoneyModel {
  now: number
  paidCents = 0
  invoices = 0
  subscription: Subscription | null = null
  /** Whether the card is accepted after the first payment. */
  isCardGood = true

  constructor(now: number) {
    this.now = now
  }

  buy(plan: PaidPlan, interval: BillingInterval, isCardGood: boolean): void {
    const { now } = this
    this.isCardGood = isCardGood
    const period = { anchor: now, periodStart: now, periodEnd: after(now, interval, now) }
    this.subscription = { plan, interval, ...period, endsWithPeriod: false, next: null, unpaidSince: null }
    this.invoices += 1
    this.paidCents += priceOf(plan, interval)
  }

  /** Changes plan and interval, now or with the next period, unless the card is refused. Returns whether it did. */
  change(plan: PaidPlan, interval: BillingInterval): boolean {
    const { subscription: before, now } = this
    if (!before) return false
    const price = priceOf(plan, interval)
    if (price < priceOf(before.plan, before.interval)) {
      before.next = { plan, interval }
      return true
    }
    if (!this.isCardGood) return false
    const share = (before.periodEnd - now) / (before.periodEnd - before.periodStart)
    const restarts = interval !== before.interval
    const unused = Math.round(priceOf(before.plan, before.interval) * share)
    this.invoices += 1
    this.paidCents += (restarts ? price : Math.round(price * share)) - unused
    const period = restarts ? { anchor: now, periodStart: now, periodEnd: after(now, interval, now) } : {}
    this.subscription = { ...before, plan, interval, ...period }
    return true
  }

  /** Lets time pass: periods are renewed or end, each at its instant. */
  passTo(instant: number): void {
    for (;;) {
      const { subscription } = this
      if (!subscription) break
      const { unpaidSince, periodEnd } = subscription
      const givenUpAt = unpaidSince === null ? Infinity : unpaidSince + GIVE_UP_MS
      const next = Math.min(givenUpAt, periodEnd)
      if (next > instant) break
      if (givenUpAt <= periodEnd || subscription.endsWithPeriod) this.subscription = null
      else this.renew(subscription)
    }
    this.now = instant
  }

  private renew(subscription: Subscription) {
    const { periodEnd, next } = subscription
    if (next && next.interval !== subscription.interval) subscription.anchor = periodEnd
    Object.assign(subscription, next, { next: null })
    subscription.periodStart = periodEnd
    subscription.periodEnd = after(subscription.anchor, subscription.interval, periodEnd)
    this.invoices += 1
    if (this.isCardGood) this.paidCents += priceOf(subscription.plan, subscription.interval)
    else subscription.unpaidSince = periodEnd
  }

  /** The plan that holds now. */
  tier(): string {
    const { subscription, now } = this
    if (!subscription) return 'free'
    const { unpaidSince, plan } = subscription
    return unpaidSince !== null && now >= unpaidSince + GRACE_MS ? 'free' : plan.id
  }
}

/** The first end of a period after an instant, found by walking from the anchor, without a calendar library. */
function after(anchor: number, interval: BillingInterval, instant: number): number {
  const first = new Date(anchor)
  for (let months = interval === 'year' ? 12 : 1; ; months += interval === 'year' ? 12 : 1) {
    const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months + 1, 0)).getUTCDate()
    const day = Math.min(first.getUTCDate(), lastDay)
    const end = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, day) + (anchor % DAY_MS)
    if (end > instant) return end
  }
}
