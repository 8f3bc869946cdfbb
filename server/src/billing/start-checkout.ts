import { type BillingInterval, messages } from '@bidwell/contract'
import { accountById } from '../accounts/account-queries.ts'
import type { PaidPlan } from '../plans/load-plans.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { lockCustomer, recordClosedPage } from './billing-queries.ts'
import { callStripe, isMissing, isRefused } from './call-stripe.ts'
import { ensureCustomer, forgetCustomer } from './ensure-customer.ts'
import { ensurePrice } from './ensure-price.ts'
import { paidPlan } from './paid-plan.ts'
import { owedSentence } from './present-subscription.ts'
import { type BillingDeps, readBilling } from './reading/read-billing.ts'

export type CheckoutDeps = BillingDeps & { /** Where browsers reach the web app. */ publicUrl: string }

type Choice = { plan: string; interval: BillingInterval }

/**
 * Opens Stripe's page on which a plan is bought, and answers its address. An account has one such page at a time: an
 * earlier one is closed first, so that nobody pays twice. Throws `conflict` for an account that has a plan, and
 * `rule_broken` for a plan that is not sold.
 */
export async function startCheckout(deps: CheckoutDeps, accountId: number, choice: Choice): Promise<string> {
  const plan = paidPlan(deps, choice.plan)
  const customer = await usableCustomer(deps, accountId)
  await requireNoPlan(deps, accountId)
  const price = await ensurePrice(deps, plan, choice.interval)
  const begun = await beginCheckout(deps.db, accountId)
  if (begun.openPage !== null) await closeSession(deps, accountId, begun.openPage)

  const session = await openSession(deps, { accountId, customer, price, plan, number: begun.number })
  if (await isLatest(deps, accountId, { number: begun.number, session: session.id })) return session.url
  await callStripe(() => deps.stripe.checkout.sessions.expire(session.id))
  throw new AppError('conflict', messages.billing.openedElsewhere)
}

/** A customer that Stripe knows. Other keys, or a test service that was reset, do not know the one that is stored. */
async function usableCustomer(deps: CheckoutDeps, accountId: number): Promise<string> {
  const { db, stripe } = deps
  const customer = await ensureCustomer(deps, accountId)
  try {
    const found = await callStripe(() => stripe.customers.retrieve(customer))
    if (found.deleted !== true) {
      const { email } = await accountById(db, accountId)
      // The account may have moved to another address.
      if (found.email !== email) await callStripe(() => stripe.customers.update(customer, { email }))
      return customer
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  await requireNoPlan(deps, accountId)
  await forgetCustomer(db, accountId, customer)
  return ensureCustomer(deps, accountId)
}

async function requireNoPlan(deps: CheckoutDeps, accountId: number) {
  const reading = await readBilling(deps, accountId)
  if (!reading?.live) return
  const { alreadySubscribed } = messages.billing
  throw new AppError('conflict', reading.owed === null ? alreadySubscribed : owedSentence(reading.owed))
}

/** Counts a checkout as begun. Returns its number, and the page that may still be open. */
function beginCheckout(db: Db, accountId: number): Promise<{ number: number; openPage: string | null }> {
  return db.transaction().execute(async (tx) => {
    // Locked first: one statement would not see a page that another checkout stores while it waits for the lock.
    const customer = await lockCustomer(tx, accountId)
    if (!customer) throw new AppError('conflict', messages.billing.openedElsewhere)
    const number = customer.checkouts_begun + 1
    await tx
      .updateTable('billing_customers')
      .set({ checkouts_begun: number })
      .where('account_id', '=', accountId)
      .execute()
    return { number, openPage: customer.open_page }
  })
}

/** Throws `conflict` when the page was paid in the meantime. */
async function closeSession(deps: CheckoutDeps, accountId: number, session: string) {
  const { db, stripe } = deps
  try {
    await callStripe(() => stripe.checkout.sessions.expire(session))
  } catch (error) {
    if (!isRefused(error)) throw error
    await requireNoPlan(deps, accountId)
  }
  await recordClosedPage(db, accountId, session)
}

type NewSession = { accountId: number; customer: string; price: string; plan: PaidPlan; number: number }

async function openSession(
  { stripe, publicUrl }: CheckoutDeps,
  { accountId, customer, price, plan, number }: NewSession,
) {
  const account = String(accountId)
  const { id, url } = await callStripe(() =>
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        client_reference_id: account,
        line_items: [{ price, quantity: 1 }],
        success_url: `${publicUrl}/settings?tab=subscription&checkout=done`,
        cancel_url: `${publicUrl}/settings?tab=subscription&checkout=cancelled`,
        subscription_data: { metadata: { account, plan: plan.id } },
      },
      { idempotencyKey: `checkout:${customer}:${number}` },
    ),
  )
  if (url === null) throw new Error(`The checkout session ${id} has no page`)
  return { id, url }
}

type Opened = { number: number; session: string }

/** Stores the page as the open one, unless another checkout has begun since. */
async function isLatest({ db, clock }: CheckoutDeps, accountId: number, { number, session }: Opened) {
  const { numUpdatedRows } = await db
    .updateTable('billing_customers')
    .set({ open_page: session, page_opened_at: new Date(clock.now()) })
    .where('account_id', '=', accountId)
    .where('checkouts_begun', '=', number)
    .executeTakeFirst()
  return numUpdatedRows > 0
}
