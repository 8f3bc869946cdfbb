import type * as z from 'zod/mini'
import type { Refund } from '../records.ts'
import type { Service } from '../service.ts'
import { invalid, missing, StripeError } from '../stripe-error.ts'
import type * as request from './requests.ts'

/** Returns a charge or a part of it to the card. */
export function createRefund(service: Service, input: z.infer<typeof request.NewRefund>): Refund {
  const { state } = service
  const charge = Object.values(state.charges).find(({ payment_intent }) => payment_intent === input.payment_intent)
  if (!charge) throw missing('payment_intent', input.payment_intent, 'payment_intent')
  if (charge.refunded) throw refused('Charge has already been refunded.', 'charge_already_refunded')
  if (charge.disputed) throw refused('Charge has been charged back.', 'charge_disputed')
  const left = charge.amount - charge.amount_refunded
  const amount = input.amount ?? left
  if (amount > left) throw invalid(`Refund amount is greater than unrefunded amount on charge.`, 'amount')
  const refund: Refund = {
    id: service.newId('re'),
    object: 'refund',
    created: service.now(),
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: input.payment_intent,
    reason: input.reason ?? null,
    status: 'succeeded',
    metadata: input.metadata ?? {},
  }
  state.refunds[refund.id] = refund
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  service.emit('refund.created', refund)
  service.emit('charge.refunded', charge)
  return refund
}

const refused = (message: string, code: string) => new StripeError('invalid_request_error', message, { code })
