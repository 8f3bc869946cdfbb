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
  /** What was paid for time that a change of plan took away. */
  creditCents = 0
  subscription: Subscription | null = null
  /** Whether the card is accepted after the first payment. */
  isCardGood = true

  constructor(now: number) {
    this.now = now
  }

  buy(plan: PaidPlan, interval: BillingInterval, isCardGood: boolean): void {
    const { now } = this
    const period = { anchor: now, periodStart: now, periodEnd: after(now, interval, now) }
    this.isCardGood = isCardGood
    this.subscription = { plan, interval, ...period, endsWithPeriod: false, unpaidSince: null }
    const due = this.bill(priceOf(plan, interval))
    this.paidCents += due
  }

  /** Changes plan and interval, unless the card is refused. Returns whether it did. */
  change(plan: PaidPlan, interval: BillingInterval): boolean {
    const { subscription: before, now } = this
    if (!before) return false
    const share = (before.periodEnd - now) / (before.periodEnd - before.periodStart)
    const restarts = interval !== before.interval
    const price = priceOf(plan, interval)
    const total =
      (restarts ? price : Math.round(price * share)) - Math.round(priceOf(before.plan, before.interval) * share)
    if (Math.max(0, total - this.creditCents) > 0 && !this.isCardGood) return false
    this.paidCents += this.bill(total)
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
    const { interval, periodEnd, anchor, plan } = subscription
    subscription.periodStart = periodEnd
    subscription.periodEnd = after(anchor, interval, periodEnd)
    const due = this.bill(priceOf(plan, interval))
    if (due === 0 || this.isCardGood) this.paidCents += due
    else subscription.unpaidSince = periodEnd
  }

  /** Writes an invoice, and returns what is to be paid of it beyond the credit. */
  private bill(totalCents: number): number {
    this.invoices += 1
    const rest = totalCents - this.creditCents
    this.creditCents = Math.max(0, -rest)
    return Math.max(0, rest)
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
