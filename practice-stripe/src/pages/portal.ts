import { attachCard, cardOf, CARDS, isCard } from '../cards.ts'
import { payInvoice } from '../invoices.ts'
import type { Invoice, PortalSession } from '../records.ts'
import { invoiceOf, type Service } from '../service.ts'
import { missing, StripeError } from '../stripe-error.ts'
import { amountText, dayText, escape, page } from './html.ts'

const STATUS = { open: 'Not paid', paid: 'Paid', void: 'Void', uncollectible: 'Given up' }

function portalOf({ state }: Service, id: string): PortalSession {
  const session = state.portalSessions[id]
  if (!session) throw missing('billing_portal.session', id)
  return session
}

/** The page on which a customer changes the card and sees the invoices. */
export function portalPage(service: Service, id: string, failure?: string): string {
  const session = portalOf(service, id)
  const invoices = Object.values(service.state.invoices)
    .filter(({ customer }) => customer === session.customer)
    .toReversed()
  const cards = Object.entries(CARDS)
    .map(
      ([value, { label }]) =>
        `<label><input type="radio" name="card" value="${value}" required>${escape(label)}</label>`,
    )
    .join('')
  return page(
    'Billing',
    `<h1>Card and invoices</h1>
<p><a class="plain" href="${escape(session.return_url)}">Back to Bidwell</a></p>
${failure === undefined ? '' : `<p class="failure" role="alert">${escape(failure)}</p>`}
<p>Charged to the card that ends in ${cardOf(service, session.customer)?.card.last4 ?? '(none)'}.</p>
<form method="post" action="/portal/${id}/card"><fieldset><legend>Change the card</legend>${cards}</fieldset>
<button type="submit">Use this card</button></form>
<h2>Invoices</h2>
<table><tr><th>Date</th><th>Status</th><th class="number">Amount</th></tr>${invoices.map((invoice) => row(id, invoice)).join('')}</table>`,
  )
}

const row = (id: string, invoice: Invoice) =>
  `<tr><td>${dayText(invoice.created)}</td><td>${STATUS[invoice.status]}${
    invoice.status === 'open'
      ? `<form method="post" action="/portal/${id}/pay/${invoice.id}"><button type="submit">Pay now</button></form>`
      : ''
  }</td><td class="number"><a href="/invoices/${invoice.id}">${amountText(invoice.total)}</a></td></tr>`

export function changeCard(service: Service, id: string, card: unknown): void {
  if (isCard(card)) attachCard(service, portalOf(service, id).customer, card)
}

/** Charges an open invoice. Answers the sentence of a refusal. */
export function payFromPortal(service: Service, id: string, invoiceId: string): string | undefined {
  const { customer } = portalOf(service, id)
  const invoice = invoiceOf(service, invoiceId)
  if (invoice.customer !== customer) throw missing('invoice', invoiceId)
  try {
    payInvoice(service, invoice)
    return undefined
  } catch (error) {
    if (error instanceof StripeError) return error.message
    throw error
  }
}

export function invoicePage(service: Service, id: string): string {
  const invoice = invoiceOf(service, id)
  const lines = invoice.lines.data
    .map(
      ({ description, amount, period }) =>
        `<tr><td>${escape(description)}<br><small>${dayText(period.start)} to ${dayText(period.end)}</small></td><td class="number">${amountText(amount)}</td></tr>`,
    )
    .join('')
  return page(
    'Invoice',
    `<h1>Invoice ${escape(invoice.number ?? '')}</h1>
<p>${dayText(invoice.created)} · ${STATUS[invoice.status]}</p>
<table><tr><th>For</th><th class="number">Amount</th></tr>${lines}
<tr><th>Total</th><th class="number">${amountText(invoice.total)}</th></tr>
<tr><td>Paid</td><td class="number">${amountText(invoice.amount_paid)}</td></tr></table>`,
  )
}
