import { messages } from '@bidwell/contract'
import { Stripe } from 'stripe'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { raiseAlarm } from '../alarms/raise-alarm.ts'
import { enqueue } from '../platform/enqueue.ts'
import { accountOfCustomer } from './billing-queries.ts'
import { readBillingLater } from './reading/read-billing.ts'
import { StripeEvent } from './stripe-objects.ts'

export type WebhookDeps = { db: Db; clock: Clock; log: Pick<Log, 'warn'>; webhookSecret: string }

/** A header as Stripe writes it. Who only tries addresses out sends none, and raises no alarm. */
const SIGNED = /^t=\d+,.*v1=[0-9a-f]{64}/
/** How old a message may be, in seconds. */
const TOLERANCE_S = 300

/**
 * Accepts a message of Stripe. Nothing in it is believed but that something about a customer may have changed: the jobs
 * read that customer's billing at Stripe, so the order and the number of messages do not matter. Throws `malformed` for a
 * message that Stripe has not signed in the last five minutes, and raises one alarm a day: with a wrong secret, the operator
 * would learn of nothing.
 */
export async function receiveWebhook(deps: WebhookDeps, body: Buffer, signature: string | undefined): Promise<void> {
  const { db, clock, log } = deps
  const event = StripeEvent.safeParse(await verified(deps, body, signature))
  if (!event.success) {
    // Signed, so Stripe would only repeat it.
    log.warn({ err: event.error }, 'a message of Stripe has an unknown shape and is ignored')
    return
  }
  const { id, type, data } = event.data
  const { object, id: objectId, customer: ofCustomer, charge } = data.object
  const customer = object === 'customer' ? objectId : ofCustomer
  await db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('payment_events')
      .values({ external_id: id, kind: type, received_at: new Date(clock.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('external_id')
      .executeTakeFirst()
    if (!added) return
    if (typeof customer === 'string') {
      const accountId = await accountOfCustomer(tx, customer)
      if (accountId !== null) await readBillingLater(tx, accountId)
    } else if (typeof charge === 'string') {
      await enqueue(tx, 'read-billing-of-charge', { charge }, { jobKey: `read-billing-of-charge:${charge}` })
    }
  })
}

async function verified(
  { db, clock, log, webhookSecret }: WebhookDeps,
  body: Buffer,
  signature = '',
): Promise<unknown> {
  const now = clock.now()
  try {
    return Stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_S, undefined, now)
  } catch (error) {
    log.warn({ err: error }, 'a message that claims to be from Stripe is refused')
    if (SIGNED.test(signature)) {
      const day = new Date(now).toISOString().slice(0, 10)
      await raiseAlarm(db, { kind: 'stripe_message_refused', subject: day })
    }
    throw new AppError('malformed', messages.generic.malformedRequest, { cause: error })
  }
}
