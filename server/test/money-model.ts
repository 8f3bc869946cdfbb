import type { BillingInterval } from '@bidwell/contract'
import type { PaidPlan } from '../src/plans/load-plans.ts'

type Subscription = {
  /** Counts up with each purchase. */
  number: number
  plan: PaidPlan
  interval: BillingInterval
  /** The instant from which periods are counted. */
  anchor: number
  periodStart: number
  periodEnd: number
  endsWithPeriod: boolean
  /** When the payment that failed was due. */
  unpaidSince: number | null
  /** Whether something was paid for it beyond credit. */
  isPaid: boolean
}

/** What a card paid, for time until some instant. */
type Payment = { at: number; cents: number; until: number; of: number }
type Bill = { at: number; until: number; of: number }

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
  /** What was paid for time that a change of plan took away, the oldest first. */
  private credits: { at: number; cents: number; of: number }[] = []
  /** When credit paid for a part of which subscription. */
  private uses: { at: number; of: number }[] = []
  private payments: Payment[] = []
  private bought = 0
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
    this.bought += 1
    const number = this.bought
    const bill = { at: now, until: period.periodEnd, of: number }
    const due = this.bill(priceOf(plan, interval), bill)
    this.subscription = { number, plan, interval, ...period, endsWithPeriod: false, unpaidSince: null, isPaid: due > 0 }
    this.pay(due, bill)
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
    const period = restarts ? { anchor: now, periodStart: now, periodEnd: after(now, interval, now) } : {}
    const bill = { at: now, until: period.periodEnd ?? before.periodEnd, of: before.number }
    const due = this.bill(total, bill)
    this.pay(due, bill)
    const isPaid = before.isPaid || due > 0
    this.subscription = { ...before, plan, interval, ...period, isPaid }
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
    const bill = { at: periodEnd, until: subscription.periodEnd, of: subscription.number }
    const due = this.bill(priceOf(plan, interval), bill)
    if (due === 0 || this.isCardGood) {
      this.pay(due, bill)
      subscription.isPaid ||= due > 0
    } else subscription.unpaidSince = periodEnd
  }

  /** Writes an invoice, and returns what is to be paid of it beyond the credit. */
  private bill(totalCents: number, { at, of }: Bill): number {
    this.invoices += 1
    if (totalCents < 0) this.credits.push({ at, cents: -totalCents, of })
    if (totalCents <= 0) return 0
    const used = Math.min(totalCents, this.creditCents)
    if (used > 0) this.uses.push({ at, of })
    take(used, this.credits)
    return totalCents - used
  }

  private pay(cents: number, bill: Bill) {
    this.paidCents += cents
    if (cents > 0) this.payments.push({ ...bill, cents })
  }

  get creditCents(): number {
    return this.credits.reduce((sum, { cents }) => sum + cents, 0)
  }

  /** Payments for the present subscription go back for good, all or the last: it ends, and the credit from them is gone. */
  lose(which: 'all' | 'last'): void {
    const own = this.payments.filter(({ of }) => of === this.subscription?.number)
    for (const { at, cents, until, of } of which === 'all' ? own : own.slice(-1)) {
      const from = this.credits.filter(
        (credit) =>
          credit.at >= at &&
          ((credit.of === of && credit.at < until) ||
            this.uses.some((use) => use.of === credit.of && use.at >= at && use.at <= credit.at)),
      )
      take(cents, from.toReversed())
    }
    this.subscription = null
  }

  /** The plan that holds now. */
  tier(): string {
    const { subscription, now } = this
    if (!subscription) return 'free'
    const { unpaidSince, plan } = subscription
    return unpaidSince !== null && now >= unpaidSince + GRACE_MS ? 'free' : plan.id
  }
}

/** Takes an amount from credits, from the first on, as far as they go. */
function take(cents: number, credits: { cents: number }[]): void {
  let rest = cents
  for (const credit of credits) {
    const taken = Math.min(rest, credit.cents)
    credit.cents -= taken
    rest -= taken
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
