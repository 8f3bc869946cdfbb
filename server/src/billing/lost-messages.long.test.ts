import type { StripeEvent } from '@bidwell/practice-stripe'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Billing, payAt, startBilling } from '../../test/billing.ts'
import { readEntitlement } from '../plans/read-entitlement.ts'
import { AppError } from '../platform/errors.ts'
import { customerOf } from './billing-queries.ts'
import { cancelSubscription, changeSubscription, resumeSubscription } from './change-subscription.ts'
import { findBilling } from './reading/find-billing.ts'
import { readBilling } from './reading/read-billing.ts'
import { startCheckout } from './start-checkout.ts'
import { planOf } from './stripe-objects.ts'

/*
 * Random operations of several people, their banks and the operator, while messages of Stripe are late, lost, repeated and
 * in any order. In the end, what is stored and mailed has to be what Stripe has charged, and nothing has left credit.
 */

const STORIES = 3
const LENGTH = 60
const PEOPLE = 3
const DAY_MS = 86_400_000
const START = Date.UTC(2027, 0, 30, 8)

let billing: Billing
beforeAll(async () => {
  billing = await startBilling({ start: START })
})
afterAll(() => billing[Symbol.asyncDispose]())

const who = fc.nat(PEOPLE - 1)
const plan = fc.constantFrom('basic', 'pro', 'elite')
const interval = fc.constantFrom('month' as const, 'year' as const)
const card = fc.constantFrom('accepted' as const, 'accepted' as const, 'declined_later' as const, 'declined' as const)
const verdict = fc.constantFrom('won' as const, 'lost' as const)
const order = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 8 })
const operation = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('buy' as const), who, plan, interval, card }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('open' as const), who, plan, interval }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), who, card, page: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('change' as const), who, plan }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('interval' as const), who, interval }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), who, immediately: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resume' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('card' as const), who, card }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle-debt' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute' as const), who, verdict }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('read' as const), who }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('messages' as const), mode: fc.constantFrom('send', 'hold', 'drop') }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deliver' as const), order }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), event: fc.nat() }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

type Story = {
  people: Person[]
  pages: string[][]
  /** Invoices whose payment was refunded or disputed: neither happens twice. */
  returned: Set<string>
}

/** What the product refuses is no mistake; anything else is. */
async function allowRefusal(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
  }
}

/** By what is drawn, so that a story can be repeated. */
const arranged = (events: StripeEvent[], keys: readonly number[]) =>
  events
    .map((event, index) => ({ event, key: keys[index % keys.length] ?? 0 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ event }) => event)

async function play(story: Story, step: Operation) {
  const { deps, service, stripe } = billing
  const { control } = service
  const accountId = 'who' in step ? (story.people[step.who]?.accountId ?? 0) : 0
  const customer = await customerOf(billing.db, accountId)
  switch (step.do) {
    case 'open':
    case 'buy': {
      const pages = story.pages[step.who]
      return allowRefusal(async () => {
        const url = await startCheckout(deps, accountId, step)
        pages?.push(url)
        if (step.do === 'buy') await payAt(url, step.card)
      })
    }
    case 'pay': {
      const page = story.pages[step.who]?.at(-1 - step.page)
      return page && payAt(page, step.card)
    }
    case 'change':
      return allowRefusal(() => changeSubscription(deps, accountId, { plan: step.plan }))
    case 'interval':
      return allowRefusal(() => changeSubscription(deps, accountId, { interval: step.interval }))
    case 'cancel':
      return allowRefusal(() => cancelSubscription(deps, accountId, step))
    case 'resume':
      return allowRefusal(() => resumeSubscription(deps, accountId))
    case 'card':
    case 'settle-debt': {
      if (customer === null) return
      const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: 'https://bids.example/' })
      const chosen = step.do === 'card' ? step.card : 'accepted'
      await fetch(`${url}/card`, { method: 'POST', body: new URLSearchParams({ card: chosen }), redirect: 'manual' })
      if (step.do === 'card') return
      const open = await stripe.invoices.list({ customer, status: 'open' })
      for (const { id } of open.data) await fetch(`${url}/pay/${id}`, { method: 'POST', redirect: 'manual' })
      return
    }
    case 'refund':
    case 'dispute': {
      if (customer === null) return
      const { data } = await stripe.invoices.list({ customer, status: 'paid', expand: ['data.payments'] })
      const paid = data.find(({ id, amount_paid }) => amount_paid > 0 && !story.returned.has(id))
      const intent = paid?.payments?.data[0]?.payment.payment_intent
      if (!paid || typeof intent !== 'string') return
      story.returned.add(paid.id)
      if (step.do === 'dispute') return control.closeDispute(control.openDispute(paid.id), step.verdict)
      await stripe.refunds.create({ payment_intent: intent })
      return
    }
    case 'read':
      return readBilling(deps, accountId)
    case 'wait':
      return billing.advance(step.days * DAY_MS)
    case 'messages':
      return control.setWebhooks(step.mode)
    case 'deliver':
      await control.deliverHeld((events) => arranged(events, step.order))
      return billing.settle()
    case 'repeat': {
      const events = control.events()
      const event = events[step.event % events.length]
      if (event) await control.replay(event)
    }
  }
}

/** What Stripe has charged a person, beside what is stored and mailed. */
async function compare({ accountId, ...person }: Person) {
  const { db, deps, stripe, clock } = billing
  const customer = await customerOf(db, accountId)
  const found = customer === null ? null : await findBilling(stripe, customer, [])
  const [stored, invoices, created, mails, entitlement] = await Promise.all([
    db.selectFrom('subscriptions').selectAll().where('account_id', '=', accountId).execute(),
    db.selectFrom('invoices').selectAll().where('account_id', '=', accountId).execute(),
    db
      .selectFrom('product_events')
      .select('id')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'subscription_created')
      .execute(),
    billing.mailsTo({ accountId, ...person }),
    readEntitlement(deps, accountId),
  ])
  const kindsOf = (kind: string) => mails.filter((mail) => mail.kind === kind)
  const subscriptions = found?.subscriptions ?? []
  const extra = kindsOf('second_plan_returned').length
  const live = subscriptions.filter(({ status }) => status !== 'canceled')
  expect(live.length).toBeLessThanOrEqual(1)
  expect(stored.map(({ external_id, status }) => `${external_id} ${status === 'ended'}`).toSorted()).toEqual(
    subscriptions.map(({ id, status }) => `${id} ${status === 'canceled'}`).toSorted(),
  )
  expect(created.length).toBe(subscriptions.length - extra)
  const ends = kindsOf('plan_ended').length
  expect(ends).toBe(subscriptions.length - live.length - extra)
  const next = found?.schedules.flatMap(({ current_phase: present, phases }) =>
    phases.filter(({ start_date }) => present && start_date >= present.end_date),
  )
  const prices = next?.flatMap(({ items }) => items.map(({ price }) => (typeof price === 'string' ? null : price)))
  expect(stored.flatMap(({ next_plan }) => next_plan ?? [])).toEqual(
    prices?.map((price) => price && planOf(price)) ?? [],
  )

  const charged = found?.invoices ?? []
  expect(charged.filter(({ total }) => total < 0)).toEqual([])
  expect(
    invoices.map(({ external_id, status, amount_cents }) => `${external_id} ${status} ${amount_cents}`).toSorted(),
  ).toEqual(charged.map(({ id, status, total }) => `${id} ${status} ${total}`).toSorted())
  const receipts = kindsOf('payment_received').map(({ text }) => /\$(\d+\.\d\d)/.exec(text)?.[1] ?? '')
  const payments = charged.filter(({ amount_paid }) => amount_paid > 0).map(({ amount_paid }) => amount_paid / 100)
  expect(receipts.toSorted()).toEqual(payments.map((dollars) => dollars.toFixed(2)).toSorted())

  const [now] = live
  const due = charged.filter(({ status }) => status === 'open').map(({ created: at }) => at * 1_000)
  const holds = now && (now.status === 'active' || Math.min(...due) + 7 * DAY_MS > clock.now())
  expect(entitlement.tier).toBe(holds ? now.items.data[0].price.metadata['plan'] : 'free')
  return payments.length
}

test('Whatever people do and however messages travel, what is stored and mailed is what Stripe has charged', async () => {
  let payments = 0
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: LENGTH, maxLength: LENGTH }), async (steps) => {
      const people = await Promise.all(Array.from({ length: PEOPLE }, () => billing.api.signUp()))
      const story = { people, pages: people.map(() => []), returned: new Set<string>() }
      const bystander = await billing.api.signUp()
      for (const step of steps) await play(story, step)
      const { control } = billing.service
      await control.deliverHeld()
      control.setWebhooks('send')
      await billing.settle()
      // What no message has told, the tasks find within a day.
      await billing.advance(DAY_MS)
      await billing.runHourly()
      await billing.runHourly()
      for (const person of people) payments += await compare(person)
      expect(await compare(bystander)).toBe(0)
    }),
    { numRuns: STORIES, endOnFailure: true },
  )
  expect(payments).toBeGreaterThan(0)
})
