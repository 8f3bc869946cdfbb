import type { BillingInterval } from '@bidwell/contract'
import type { StripeEvent } from '@bidwell/practice-stripe'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Billing, payAt, startBilling } from '../../test/billing.ts'
import { MoneyModel, priceOf } from '../../test/money-model.ts'
import { AppError } from '../platform/errors.ts'
import { customerOf } from './billing-queries.ts'
import { cancelSubscription, changeSubscription, resumeSubscription } from './change-subscription.ts'
import { paidPlan } from './paid-plan.ts'
import { readBilling } from './reading/read-billing.ts'
import { presentSubscription } from './present-subscription.ts'
import { startCheckout } from './start-checkout.ts'

/*
 * Random purchases, changes, ends, refunds and disputes, with time that passes and messages of Stripe that are late, in any order and
 * repeated, played against the stand-in for Stripe and against a model that knows neither Stripe nor the database.
 */

/** About 36 operations each. More of them take long, because each is several calls to the stand-in for Stripe. */
const RUNS = Number(process.env['CHARGES_RUNS'] ?? 3)
const PEOPLE = 2
const DAY_MS = 86_400_000
const START = Date.UTC(2027, 0, 31, 10, 30)

const who = fc.nat(PEOPLE - 1)
const plan = fc.constantFrom('basic', 'pro', 'elite')
const interval = fc.constantFrom<BillingInterval>('month', 'year')
const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('buy' as const), who, plan, interval, isCardGood: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('change the plan' as const), who, plan }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change the interval' as const), who, interval }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end with the period' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end at once' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('keep' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('dispute' as const), who, verdict: fc.constantFrom('won', 'lost') }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      days: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 40 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delay messages' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deliver messages' as const), turn: fc.nat(20) }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

let billing: Billing
beforeAll(async () => {
  billing = await startBilling({ start: START })
})
afterAll(() => billing[Symbol.asyncDispose]())

test(
  'What people have and have paid agrees with a model after random purchases, changes, ends and failed payments',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 30, maxLength: 40 }), async (operations) => {
        const story = await openStory()
        for (const each of operations) await story.play(each)
        await story.finish()
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  },
)

async function openStory() {
  const { control } = billing.service
  const people: { person: Person; model: MoneyModel }[] = []
  const disputed = new Set<number>()
  for (let count = 0; count < PEOPLE; count++) {
    people.push({ person: await billing.api.signUp(), model: new MoneyModel(billing.clock.now()) })
  }

  function sideOf(index: number) {
    const found = people[index]
    if (!found) throw new Error('There is no such person')
    return { id: found.person.accountId, model: found.model, live: found.model.subscription }
  }

  async function changeTo(index: number, choice: { plan?: string; interval?: BillingInterval }) {
    const { id, model, live } = sideOf(index)
    const outcome = await attempt(() => changeSubscription(billing.deps, id, choice))
    const fault = changeFault(live)
    if (fault !== null || !live) {
      expect(outcome).toBe(fault)
      return
    }
    const next = { plan: choice.plan ?? live.plan.id, interval: choice.interval ?? live.interval }
    if (next.plan === live.plan.id && next.interval === live.interval) expect(outcome).toBe('rule_broken')
    else expect(outcome === 'ok').toBe(model.change(paidPlan(billing.deps, next.plan), next.interval))
  }

  /** The payments of the subscription that runs, the newest first. */
  async function ownPaymentsOf({ id, live }: ReturnType<typeof sideOf>) {
    if (!live || live.unpaidSince !== null) return []
    const reading = await readBilling(billing.deps, id)
    const customer = (await customerOf(billing.db, id)) ?? ''
    const { data } = await billing.stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] })
    const isOwn = ({ parent, amount_paid }: (typeof data)[number]) =>
      amount_paid > 0 && parent?.subscription_details?.subscription === reading?.live?.id
    return data.filter(isOwn).flatMap(({ id: invoice, payments }) => {
      const intent = payments?.data[0]?.payment.payment_intent
      return invoice !== undefined && typeof intent === 'string' ? [{ invoice, intent }] : []
    })
  }

  /** Reads what a bank or the operator has done, and ends what has to end. */
  async function follow(id: number) {
    await readBilling(billing.deps, id)
    await billing.runJobs()
  }

  async function refund(index: number) {
    const side = sideOf(index)
    const [newest] = await ownPaymentsOf(side)
    // Stripe refunds no charge that a bank was asked to return.
    if (!newest || disputed.has(index)) return
    await billing.stripe.refunds.create({ payment_intent: newest.intent })
    await follow(side.id)
    side.model.subscription = null
  }

  async function dispute(index: number, verdict: 'won' | 'lost') {
    const side = sideOf(index)
    const oldest = (await ownPaymentsOf(side)).at(-1)
    if (!oldest || !side.live) return
    disputed.add(index)
    const opened = control.openDispute(oldest.invoice)
    await follow(side.id)
    const shown = await presentSubscription(billing.deps, side.id)
    expect(shown).toMatchObject({ plan: side.live.plan.id, status: 'past_due' })
    const change = () => changeSubscription(billing.deps, side.id, { plan: 'elite', interval: 'year' })
    expect(await attempt(change)).toBe('plan_change_refused')
    control.closeDispute(opened, verdict)
    await follow(side.id)
    if (verdict === 'lost') side.model.subscription = null
  }

  async function deliver(turn: number) {
    const sent: StripeEvent[] = []
    const statuses = await control.deliverHeld((events) => {
      sent.push(...events)
      const at = events.length === 0 ? 0 : turn % events.length
      return [...events.slice(at), ...events.slice(0, at)].toReversed()
    })
    control.setWebhooks('send')
    const again = sent[turn % Math.max(1, sent.length)]
    if (again) statuses.push(await control.replay(again))
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    await billing.settle()
    await compare()
  }

  async function compare() {
    for (const { person, model } of people) {
      const { subscription: live } = model
      const shown = await presentSubscription(billing.deps, person.accountId)
      expect(shown).toMatchObject({
        plan: model.tier(),
        interval: live?.interval ?? null,
        amount: live ? priceOf(live.plan, live.interval) / 100 : null,
        current_period_end: live ? new Date(live.periodEnd).toISOString() : null,
        cancel_at_period_end: live?.endsWithPeriod ?? false,
        scheduled_change: live?.next
          ? {
              plan: live.next.plan.id,
              interval: live.next.interval,
              amount: priceOf(live.next.plan, live.next.interval) / 100,
              starts_at: new Date(live.periodEnd).toISOString(),
            }
          : null,
      })
      const stored = await billing.db
        .selectFrom('invoices')
        .select(['external_id', 'amount_cents', 'status'])
        .where('account_id', '=', person.accountId)
        .orderBy('external_id')
        .execute()
      const customer = await customerOf(billing.db, person.accountId)
      const { data = [] } = customer === null ? {} : await billing.stripe.invoices.list({ customer, limit: 100 })
      const sent = data.map(({ id, total, status }) => ({ external_id: id, amount_cents: total, status }))
      expect(stored).toEqual(sent.toSorted((one, other) => (one.external_id < other.external_id ? -1 : 1)))
      const paid = data.reduce((sum, { amount_paid }) => sum + amount_paid, 0)
      expect([data.length, paid]).toEqual([model.invoices, model.paidCents])
      // No change leaves credit.
      expect(data.filter(({ total }) => total < 0)).toEqual([])
    }
  }

  async function play(operation: Operation): Promise<void> {
    switch (operation.do) {
      case 'buy': {
        const { id, model, live } = sideOf(operation.who)
        const { plan, interval, isCardGood } = operation
        let page = ''
        const outcome = await attempt(async () => {
          page = await startCheckout(billing.deps, id, { plan, interval })
        })
        expect(outcome).toBe(live ? 'conflict' : 'ok')
        if (live) return
        expect((await payAt(page, isCardGood ? 'accepted' : 'declined_later')).status).toBe(303)
        model.buy(paidPlan(billing.deps, plan), interval, isCardGood)
        return
      }
      case 'change the plan':
        return changeTo(operation.who, { plan: operation.plan })
      case 'change the interval':
        return changeTo(operation.who, { interval: operation.interval })
      case 'end with the period': {
        const { id, live } = sideOf(operation.who)
        const outcome = await attempt(() => cancelSubscription(billing.deps, id, { immediately: false }))
        expect(outcome).toBe(live ? 'ok' : 'conflict')
        if (live) Object.assign(live, { endsWithPeriod: true, next: null })
        return
      }
      case 'end at once': {
        const { id, model, live } = sideOf(operation.who)
        const outcome = await attempt(() => cancelSubscription(billing.deps, id, { immediately: true }))
        expect(outcome).toBe(live ? 'ok' : 'conflict')
        model.subscription = null
        return
      }
      case 'keep': {
        const { id, live } = sideOf(operation.who)
        expect(await attempt(() => resumeSubscription(billing.deps, id))).toBe(live ? 'ok' : 'conflict')
        if (live) Object.assign(live, { endsWithPeriod: false, next: null })
        return
      }
      case 'refund':
        return refund(operation.who)
      case 'dispute':
        return dispute(operation.who, operation.verdict)
      case 'wait': {
        const ms = operation.days * DAY_MS
        await billing.advance(ms)
        for (const { model } of people) model.passTo(model.now + ms)
        return
      }
      case 'delay messages':
        return control.setWebhooks('hold')
      case 'deliver messages':
        return deliver(operation.turn)
    }
  }

  return {
    play,
    /** Compares, and ends what still runs, so that it costs the next story no time. */
    async finish() {
      await deliver(3)
      for (const index of people.keys()) await play({ do: 'end at once', who: index })
      await deliver(0)
    },
  }
}

/** What the rules answer to a change of the subscription, before Stripe is asked. */
function changeFault(live: MoneyModel['subscription']) {
  if (!live) return 'conflict'
  return live.unpaidSince !== null || live.endsWithPeriod || live.next ? 'plan_change_refused' : null
}

async function attempt(verb: () => Promise<unknown>): Promise<string> {
  try {
    await verb()
    return 'ok'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code
  }
}
