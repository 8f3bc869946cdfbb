import type * as z from 'zod/mini'
import type { Refund } from '../records.ts'
import type { Service } from '../service.ts'
import { invalid, missing, StripeError } from '../stripe-error.ts'
import type * as request from './requests.ts'

export function createRefund(service: Service, input: z.infer<typeof request.NewRefund>): Refund {
  const { state } = service
  const payments = Object.values(state.invoices).flatMap(({ payments: list }) => list.data)
  const paid = payments.find(({ payment }) => payment.payment_intent === input.payment_intent)
  if (!paid) throw missing('payment_intent', input.payment_intent, 'payment_intent')
  const earlier = Object.values(state.refunds).filter(({ payment_intent }) => payment_intent === input.payment_intent)
  const left = paid.amount_paid - earlier.reduce((sum, { amount }) => sum + amount, 0)
  const amount = input.amount ?? left
  if (left === 0) {
    throw new StripeError('invalid_request_error', 'Charge has already been refunded.', {
      code: 'charge_already_refunded',
    })
  }
  if (amount > left) throw invalid(`Refund amount is greater than unrefunded amount on charge.`, 'amount')
  const refund: Refund = {
    id: service.newId('re'),
    object: 'refund',
    created: service.now(),
    amount,
    currency: paid.currency,
    payment_intent: input.payment_intent,
    reason: input.reason ?? null,
    status: 'succeeded',
    metadata: input.metadata ?? {},
  }
  state.refunds[refund.id] = refund
  service.emit('refund.created', refund)
  return refund
}
