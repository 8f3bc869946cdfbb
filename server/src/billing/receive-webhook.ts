import { messages } from '@bidwell/contract'
import { Stripe } from 'stripe'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { accountOfCustomer } from './billing-queries.ts'
import { readBillingLater } from './read-billing.ts'
import { StripeEvent } from './stripe-objects.ts'

export type WebhookDeps = { db: Db; clock: Clock; log: Pick<Log, 'warn'>; webhookSecret: string }

/** How old a message may be, in seconds. */
const TOLERANCE_S = 300

/**
 * Accepts a message of Stripe. Nothing in it is believed but that something about a customer may have changed: the jobs
 * read that customer's billing at Stripe, so the order and the number of messages do not matter. Throws `malformed` for a
 * message that Stripe has not signed in the last five minutes.
 */
export async function receiveWebhook(deps: WebhookDeps, body: Buffer, signature: string | undefined): Promise<void> {
  const { db, clock, log } = deps
  const event = StripeEvent.safeParse(verified(deps, body, signature))
  if (!event.success) {
    // Signed, so Stripe would only repeat it.
    log.warn({ err: event.error }, 'a message of Stripe has an unknown shape and is ignored')
    return
  }
  const { id, type, data } = event.data
  const customer = data.object.object === 'customer' ? data.object.id : data.object.customer
  await db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('payment_events')
      .values({ external_id: id, kind: type, received_at: new Date(clock.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('external_id')
      .executeTakeFirst()
    if (!added || typeof customer !== 'string') return
    const accountId = await accountOfCustomer(tx, customer)
    if (accountId !== null) await readBillingLater(tx, accountId)
  })
}

function verified({ clock, log, webhookSecret }: WebhookDeps, body: Buffer, signature = ''): unknown {
  try {
    return Stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_S, undefined, clock.now())
  } catch (error) {
    log.warn({ err: error }, 'a message that claims to be from Stripe is refused')
    throw new AppError('malformed', messages.generic.malformedRequest, { cause: error })
  }
}
