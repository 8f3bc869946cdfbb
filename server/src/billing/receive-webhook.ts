import { messages } from '@bidwell/contract'
import { Stripe } from 'stripe'
import * as z from 'zod/mini'
import type { Ctx } from '../context/ctx.ts'
import { AppError } from '../platform/errors.ts'
import { accountOfCustomer } from './billing-queries.ts'
import { readBillingLater } from './reading/read-billing.ts'

/** How old a message may be, in seconds. */
const TOLERANCE_S = 300

/** An event about something of a customer. */
const EventOfCustomer = z.object({ data: z.object({ object: z.object({ customer: z.string() }) }) })

/**
 * Accepts a message of Stripe. Of its content, only one thing counts, that the billing of a customer may have changed: the jobs
 * read that billing at Stripe, so the order of messages does not matter, nor how often one comes. Throws `malformed` for a
 * message that Stripe has not signed in the last five minutes.
 */
export async function receiveWebhook(
  { db, clock, log }: Ctx,
  webhookSecret: string,
  body: Buffer,
  signature = '',
): Promise<void> {
  const event = EventOfCustomer.safeParse(verified())
  if (!event.success) return
  const accountId = await accountOfCustomer(db, event.data.data.object.customer)
  if (accountId !== null) await readBillingLater(db, accountId)

  function verified() {
    try {
      return Stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_S, undefined, clock.now())
    } catch (error) {
      log.warn({ err: error }, 'a message that claims to be from Stripe is refused: check STRIPE_WEBHOOK_SECRET')
      throw new AppError('malformed', messages.generic.malformedRequest, { cause: error })
    }
  }
}
