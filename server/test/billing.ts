import { fileURLToPath } from 'node:url'
import { api, type BillingInterval } from '@bidwell/contract'
import { type PracticeStripe, startPracticeStripe } from '@bidwell/practice-stripe'
import { Logger, runOnce } from 'graphile-worker'
import { expect } from 'vitest'
import { readDueBilling } from '../src/billing/reading/read-due-billing.ts'
import { receiveWebhook } from '../src/billing/receive-webhook.ts'
import { billingRoutes } from '../src/billing/routes.ts'
import { createStripeClient } from '../src/billing/stripe-client.ts'
import { billingTasks } from '../src/billing/tasks.ts'
import type { Ctx } from '../src/context/ctx.ts'
import { QUEUE_OPTIONS } from '../src/jobs/start-jobs.ts'
import { loadPlans } from '../src/plans/load-plans.ts'
import { openPool } from '../src/platform/database/open-pool.ts'
import { privacyRoutes } from '../src/privacy/routes.ts'
import { type Person, startTestApi } from './api.ts'
import { freePort } from './free-port.ts'
import { type ManualClock, manualClock } from './manual-clock.ts'
import { readMails } from './read-mails.ts'

const PLANS_FILE = fileURLToPath(new URL('../../plans.json', import.meta.url))
const API_KEY = 'sk_test_tests'
export const WEBHOOK_SECRET = 'whsec_tests'

/** The details of somebody who has bought nothing. */
export const FREE = {
  plan: 'free',
  status: 'free',
  interval: null,
  amount: null,
  current_period_end: null,
  invoices: [],
}

/** A card of the stand-in: accepted, accepted once and declined from then on, or declined. */
type Card = 'accepted' | 'declined_later' | 'declined'

export type Billing = Awaited<ReturnType<typeof startBilling>>

/** The API with subscriptions and webhooks, and the stand-in for Stripe. Both clocks stand until a test moves them. */
export async function startBilling({ start }: { /** Epoch ms. */ start: number }) {
  await using stack = new AsyncDisposableStack()
  const clock = manualClock(start)
  const plans = await loadPlans(PLANS_FILE)
  // Each side is given the address of the other one.
  const port = await freePort()
  const stripe = createStripeClient({ secretKey: API_KEY, apiUrl: `http://127.0.0.1:${port}` })
  const paying = (ctx: Ctx) => ({ ...ctx, stripe, plans, isTest: true })
  const server = stack.use(
    await startTestApi({
      clock,
      plans,
      routes: (ctx) => [...billingRoutes(paying(ctx)), ...privacyRoutes(ctx)],
      webhooks: (ctx) => [
        {
          path: '/api/webhooks/stripe',
          receive: (body, headers) =>
            receiveWebhook(paying(ctx), WEBHOOK_SECRET, body, headers['stripe-signature']?.toString()),
        },
      ],
    }),
  )
  const webhookUrl = `${server.url}/api/webhooks/stripe`
  const service = stack.use(
    await startPracticeStripe({ port, apiKey: API_KEY, webhookUrl, webhookSecret: WEBHOOK_SECRET, clock: () => start }),
  )
  const ctx = paying({ ...server.ctx, db: server.db })
  const pool = openPool({ url: server.databaseUrl, applicationName: 'jobs', poolSize: 3, answerWithinMs: 30_000 })
  stack.defer(() => pool.end())
  const owned = stack.move()

  /** Runs the jobs that wait, as the jobs process does. */
  const runJobs = () =>
    runOnce({
      ...QUEUE_OPTIONS,
      pgPool: pool,
      logger: new Logger(() => () => {}),
      taskList: billingTasks(ctx),
    })
  return {
    api: server,
    db: server.db,
    ctx,
    clock,
    stripe,
    service,
    webhookUrl,
    runJobs,
    /** Runs the task that the schedule runs each hour. */
    async runHourly() {
      await readDueBilling(ctx)
      await runJobs()
    },
    /** Ends every subscription and deletes every account, so that time costs the next story none of their renewals. */
    async forgetEverybody() {
      service.control.setWebhooks('drop')
      for await (const { id } of stripe.subscriptions.list({ limit: 100 })) await stripe.subscriptions.cancel(id)
      await server.db.deleteFrom('accounts').execute()
      await server.db.deleteFrom('closing_customers').execute()
      service.control.setWebhooks('send')
    },
    ...steps({ api: server, clock, service, runJobs }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Presses a button on the page of the stand-in for customers. */
export const pressInPortal = (page: string, action: string, fields: Record<string, string> = {}) =>
  fetch(page, { method: 'POST', body: new URLSearchParams({ action, ...fields }), redirect: 'manual' })

type Purchase = { interval?: BillingInterval; card?: Card }

/** Pays on a payment page of the stand-in. */
export const payAt = (page: string, card: Card = 'accepted') =>
  fetch(page, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' })

type Steps = {
  api: Awaited<ReturnType<typeof startTestApi>>
  clock: ManualClock
  service: PracticeStripe
  runJobs: () => Promise<void>
}

function steps({ api: server, clock, service, runJobs }: Steps) {
  /** The address of the page on which a plan is bought. */
  async function checkout({ token }: Pick<Person, 'token'>, plan: string, interval: BillingInterval = 'month') {
    const { status, body, failure } = await server.call(api.startCheckout, { token, body: { plan, interval } })
    expect(failure.message ?? status).toBe(200)
    return body.data.url
  }

  /** Everything that Stripe has sent arrives and is worked on. */
  async function settle() {
    await service.control.settled()
    await runJobs()
  }

  return {
    checkout,
    settle,

    /** The address of the page on which a person changes plan and card. */
    async portal({ token }: Pick<Person, 'token'>) {
      const { status, body, failure } = await server.call(api.openBillingPortal, { token })
      expect(failure.message ?? status).toBe(200)
      return body.data.url
    },

    /** The subscription of a person, as the API answers it. */
    detailsOf: async ({ token }: Pick<Person, 'token'>) =>
      (await server.call(api.readSubscription, { token })).body.data,

    /** How often something was recorded for a person: product events, stored subscriptions and invoices. */
    async countsOf({ accountId }: Person) {
      const of = (table: 'product_events' | 'subscriptions' | 'invoices') =>
        server.db.selectFrom(table).select('account_id').where('account_id', '=', accountId)
      const [events, subscriptions, invoices] = await Promise.all([
        of('product_events').where('kind', '=', 'subscription_created').execute(),
        of('subscriptions').execute(),
        of('invoices').execute(),
      ])
      return { events: events.length, subscriptions: subscriptions.length, invoices: invoices.length }
    },

    /** The mails about payments that a person has received. */
    async mailsTo({ email }: Person) {
      return (await readMails(server.db, email)).filter(({ kind }) => kind !== 'verify-email')
    },

    /** A person who has bought a plan. */
    async subscriber(plan = 'basic', { interval = 'month', card = 'accepted' }: Purchase = {}) {
      const person = await server.signUp()
      const paid = await payAt(await checkout(person, plan, interval), card)
      expect(paid.status).toBe(303)
      await settle()
      return person
    },

    /** Moves the clocks of both sides. What falls due at Stripe on the way happens, and its messages are worked on. */
    async advance(ms: number) {
      await service.control.advance(ms / 1_000)
      clock.stepWall(ms)
      await settle()
    },
  }
}
