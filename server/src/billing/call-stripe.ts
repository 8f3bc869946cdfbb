import { messages } from '@bidwell/contract'
import { Stripe } from 'stripe'
import { AppError } from '../platform/errors.ts'

const RETRY_AFTER_MS = 5_000
const PAYMENT_REQUIRED = 402
const { errors } = Stripe

/**
 * Calls Stripe for a user. Throws `payment_declined` when the card is declined, and `payments_unavailable` when Stripe does
 * not answer: a change may have happened then.
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof errors.StripeError)) throw error
    if (error.statusCode === PAYMENT_REQUIRED) {
      throw new AppError('payment_declined', messages.billing.declined, { cause: error })
    }
    if (error instanceof errors.StripeInvalidRequestError) throw error
    throw new AppError('payments_unavailable', messages.billing.unavailable, {
      retryAfterMs: RETRY_AFTER_MS,
      cause: error,
    })
  }
}

/** Whether Stripe has no such object, or not any more. */
export const isMissing = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing'
