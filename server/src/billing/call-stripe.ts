import { randomUUID } from 'node:crypto'
import { messages } from '@bidwell/contract'
import { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { AppError } from '../platform/errors.ts'
import type { StripeSubscription } from './stripe-objects.ts'

const RETRY_AFTER_MS = 5_000
/** Without a connection the request did not leave, so Stripe has changed nothing. */
const NOT_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_.*|.*_CERT_.*)$/
const PAYMENT_REQUIRED = 402
/** The bank asks the owner of the card, who is not at Stripe's page now. */
const NEEDS_OWNER = /requires_action|authentication_required/
const { errors } = Stripe

/** Calls Stripe for something that changes nothing for the user. Throws `payments_unavailable` when Stripe does not answer. */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw isTrouble(error) || error instanceof z.core.$ZodError
      ? unavailable(messages.billing.unavailable, error)
      : error
  }
}

/**
 * Calls Stripe for a change, which must not be repeated by itself. Throws `payment_declined` when the card is declined and nothing has changed, and
 * `payments_unavailable` with a sentence that says whether the change may have happened: after the first of several calls,
 * a part of it has.
 */
export async function changeAtStripe<T>(call: () => Promise<T>, { isFirst }: { isFirst: boolean }): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal !== null) throw new AppError('payment_declined', refusal, { cause: error })
    if (!isTrouble(error)) throw error
    throw mayHaveChanged(error) || !isFirst ? unconfirmed(error) : unavailable(messages.billing.unavailable, error)
  }
}

/** What to tell a user whose payment Stripe refused; null for any other failure. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof errors.StripeError)) return null
  const isRefusal = error instanceof errors.StripeCardError || error.statusCode === PAYMENT_REQUIRED
  if (!isRefusal) return null
  return NEEDS_OWNER.test(error.code ?? '') ? messages.billing.needsConfirmation : messages.billing.declined
}

/** Whether Stripe has no such object, or not any more. */
export const isMissing = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** Whether Stripe refuses a refund because the payment has been returned, or because the bank is returning it. */
export const isReturned = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError &&
  (error.code === 'charge_already_refunded' || error.code === 'charge_disputed')

/**
 * Creates something once, however many calls of this key run at the same time. Stripe keeps a failure under its key for a
 * day: then another key is used, so that one failure does not last for a day.
 */
export async function createOnce<T>(
  key: string,
  create: (options: { idempotencyKey: string }) => Promise<T>,
): Promise<T> {
  try {
    return await create({ idempotencyKey: key })
  } catch (error) {
    if (!(error instanceof errors.StripeAPIError || error instanceof errors.StripeIdempotencyError)) throw error
    return create({ idempotencyKey: `${key}:${randomUUID()}` })
  }
}

/** Whether Stripe refuses a request because of the state of its object. */
export const isRefused = (error: unknown): boolean => error instanceof errors.StripeInvalidRequestError

/** Whether the failure is Stripe's, the network's or the operator's, rather than that of our request. */
const isTrouble = (error: unknown): boolean =>
  error instanceof errors.StripeError &&
  !(error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeIdempotencyError)

function mayHaveChanged(error: unknown): boolean {
  if (!(error instanceof errors.StripeConnectionError)) return error instanceof errors.StripeAPIError
  const { detail } = error
  return !(detail instanceof Error && 'code' in detail && NOT_CONNECTED.test(String(detail.code)))
}

/** Whether a change that failed in `changeAtStripe` may have happened all the same. */
export const isUnconfirmed = (error: unknown): boolean => error instanceof AppError && mayHaveChanged(error.cause)

/** The failure of a change that may have happened. */
export const unconfirmed = (cause: unknown) => unavailable(messages.billing.unconfirmed, cause)

const unavailable = (message: string, cause: unknown) =>
  new AppError('payments_unavailable', message, { retryAfterMs: RETRY_AFTER_MS, cause })

/**
 * Takes a subscription out of its schedule, so that it goes on as it is: Stripe refuses to end or change a subscription
 * directly while it has one. A schedule that has been released meanwhile is no failure.
 */
export async function releaseSchedule(
  stripe: Stripe,
  { schedule }: Pick<StripeSubscription, 'schedule'>,
  options: Stripe.RequestOptions = {},
): Promise<void> {
  if (!schedule) return
  await stripe.subscriptionSchedules.release(schedule, {}, options).catch((error: unknown) => {
    if (!isRefused(error)) throw error
  })
}
