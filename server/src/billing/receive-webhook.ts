import { messages } from '@bidwell/contract'
import { Stripe } from 'stripe'
import { raiseAlarm } from '../platform/alarms.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { enqueue } from '../platform/enqueue.ts'
import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { accountOfCustomer } from './billing-queries.ts'
import { readBillingLater } from './reading/read-billing.ts'
import { StripeEvent } from './stripe-objects.ts'

export type WebhookDeps = { db: Db; clock: Clock; log: Pick<Log, 'warn'>; webhookSecret: string }

/** A header as Stripe writes it. */
const SIGNED = /^t=\d+,.*v1=[0-9a-f]{64}/
/** How old a message may be, in seconds. */
const TOLERANCE_S = 300

/**
 * Accepts a message of Stripe. Of its content, only one thing counts, that the billing of a customer may have changed: the jobs
 * read that billing at Stripe, so the order of messages does not matter, nor how often one comes. Throws `malformed` for a
 * message that Stripe has not signed in the last five minutes. If the message names a customer of this installation, which
 * nobody else knows, it raises one alarm a day: with a wrong secret, the operator would learn of nothing.
 */
export async function receiveWebhook(deps: WebhookDeps, body: Buffer, signature: string | undefined): Promise<void> {
  const { db, log } = deps
  const event = StripeEvent.safeParse(await verified(deps, body, signature))
  if (!event.success) {
    // Signed, so Stripe would only repeat it.
    log.warn({ err: event.error }, 'a message of Stripe has an unknown shape and is ignored')
    return
  }
  const { charge } = event.data.data.object
  const customer = customerIn(event.data)
  if (typeof customer === 'string') {
    const accountId = await accountOfCustomer(db, customer)
    if (accountId !== null) await readBillingLater(db, accountId)
  } else if (typeof charge === 'string') {
    await enqueue(db, 'read-billing-of-charge', { charge }, { jobKey: `read-billing-of-charge:${charge}` })
  }
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
    if (SIGNED.test(signature) && (await namesOurCustomer(db, body))) {
      const day = new Date(now).toISOString().slice(0, 10)
      await raiseAlarm(db, { kind: 'stripe_message_refused', subject: day })
    }
    throw new AppError('malformed', messages.generic.malformedRequest, { cause: error })
  }
}

const customerIn = ({ data }: StripeEvent) => {
  const { object, id, customer } = data.object
  return object === 'customer' ? id : customer
}

async function namesOurCustomer(db: Db, body: Buffer): Promise<boolean> {
  const event = StripeEvent.safeParse(parsed(body.toString()))
  const customer = event.success ? customerIn(event.data) : null
  return typeof customer === 'string' && (await accountOfCustomer(db, customer)) !== null
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
