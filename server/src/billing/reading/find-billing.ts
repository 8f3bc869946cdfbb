import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { isMissing } from '../call-stripe.ts'
import {
  type BillingObjects,
  StripeCharge,
  StripeDispute,
  StripeInvoice,
  StripeSchedule,
  StripeSubscription,
} from '../stripe-objects.ts'

/**
 * Reads what a customer has at Stripe: subscriptions and their schedules, invoices, charges and disputes. `known` are
 * stored subscriptions: they outlive a customer.
 */
export async function findBilling(stripe: Stripe, customer: string, known: readonly string[]): Promise<BillingObjects> {
  try {
    const [listed, invoices, charges] = await Promise.all([
      listAll((page) => stripe.subscriptions.list({ customer, status: 'all', ...page })),
      listAll((page) => stripe.invoices.list({ customer, expand: ['data.payments'], ...page })),
      listAll((page) => stripe.charges.list({ customer, ...page })),
    ])
    const subscriptions = z.array(StripeSubscription).parse(listed)
    const disputed = charges.filter((charge) => charge.disputed)
    const [schedules, disputes] = await Promise.all([
      Promise.all(subscriptions.map(({ schedule }) => findSchedule(stripe, schedule))),
      Promise.all(disputed.map(({ id: charge }) => listAll((page) => stripe.disputes.list({ charge, ...page })))),
    ])
    return {
      subscriptions,
      schedules: schedules.flat(),
      invoices: z.array(StripeInvoice).parse(invoices),
      charges: z.array(StripeCharge).parse(charges),
      disputes: z.array(StripeDispute).parse(disputes.flat()),
    }
  } catch (error) {
    if (!isMissing(error)) throw error
    const outliving = await Promise.all(
      known.map((id) => found(async () => StripeSubscription.parse(await stripe.subscriptions.retrieve(id)))),
    )
    return { subscriptions: outliving.flat(), schedules: [], invoices: [], charges: [], disputes: [] }
  }
}

async function findSchedule(stripe: Stripe, id: string | null | undefined): Promise<StripeSchedule[]> {
  if (!id) return []
  const expand = ['phases.items.price']
  return found(async () => StripeSchedule.parse(await stripe.subscriptionSchedules.retrieve(id, { expand })))
}

/** What a call finds; nothing when Stripe has no such object. */
async function found<T>(call: () => Promise<T>): Promise<T[]> {
  try {
    return [await call()]
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

type Page<T> = { data: T[]; has_more: boolean }

/** As many as Stripe answers at once. */
const PAGE = 100

/** Every object of a list at Stripe, in the order of the list: page by page, each after the last object of the one before. */
async function listAll<T extends { id: string }>(
  list: (page: { limit: number; starting_after?: string }) => Promise<Page<T>>,
): Promise<T[]> {
  const objects: T[] = []
  for (;;) {
    const last = objects.at(-1)
    const { data, has_more } = await list({ limit: PAGE, ...(last && { starting_after: last.id }) })
    objects.push(...data)
    if (!has_more || data.length === 0) return objects
  }
}
