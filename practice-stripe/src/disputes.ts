import type { Dispute } from './records.ts'
import { invoiceOf, type Service } from './service.ts'
import { invalid, missing } from './stripe-error.ts'

/** Has the bank take back what was paid for an invoice, until the dispute is won or lost. */
export function openDispute(service: Service, invoiceId: string): Dispute {
  const { state } = service
  const payments = invoiceOf(service, invoiceId).payments.data.map(({ payment }) => payment.payment_intent)
  const charge = Object.values(state.charges).find(({ payment_intent }) => payments.includes(payment_intent))
  if (!charge) throw invalid('Nothing was charged for this invoice.')
  const isOpen = (dispute: Dispute) => dispute.charge === charge.id && dispute.status !== 'won'
  if (Object.values(state.disputes).some(isOpen)) throw invalid('This charge is disputed already.')
  const dispute: Dispute = {
    id: service.newId('dp'),
    object: 'dispute',
    created: service.now(),
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
    livemode: false,
  }
  state.disputes[dispute.id] = dispute
  charge.disputed = true
  service.emit('charge.dispute.created', dispute)
  service.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** Decides a dispute. One that is won returns the money. */
export function closeDispute(service: Service, id: string, status: 'won' | 'lost'): Dispute {
  const dispute = service.state.disputes[id]
  if (!dispute) throw missing('dispute', id)
  if (dispute.status !== 'needs_response') throw invalid('This dispute is closed already.')
  dispute.status = status
  if (status === 'won') service.emit('charge.dispute.funds_reinstated', dispute)
  service.emit('charge.dispute.closed', dispute)
  return dispute
}
