import { payInvoice } from '../invoices.ts'
import type { Invoice, Price, Subscription } from '../records.ts'
import { itemOf, recordOf, type Service } from '../service.ts'
import { invalid, missing } from '../stripe-error.ts'
import { changePrice, createSchedule, endSchedule, scheduleNext, scheduleOf, setEnding } from '../subscriptions.ts'
import { cardFields, isCard, last4 } from './cards.ts'
import { amountText, dayText, escape, failureOf, page, priceText } from './html.ts'

const STATUS = { open: 'Not paid', paid: 'Paid', void: 'Void' }

const subscriptionOf = ({ state }: Service, customer: string): Subscription | undefined =>
  Object.values(state.subscriptions).find((one) => one.customer === customer && one.status !== 'canceled')

const button = (label: string, action: string, value = '') =>
  `<form method="post"><input type="hidden" name="value" value="${escape(value)}">
<button type="submit" name="action" value="${action}">${escape(label)}</button></form>`

/** The page on which a customer changes plan and card and sees the invoices. */
export function portalPage(service: Service, id: string, failure?: string): string {
  const { customer, configuration, return_url } = recordOf(service, 'portals', id)
  const subscription = subscriptionOf(service, customer)
  const invoices = Object.values(service.state.invoices).filter((invoice) => invoice.customer === customer)
  return page(
    'Billing',
    `<h1>Plan, card and invoices</h1>
<p><a class="plain" href="${escape(return_url)}">Back to Bidwell</a></p>
${failureOf(failure)}
${subscription ? planPart(service, subscription, configuration) : ''}
<h2>Card</h2>
<p>Charged to the card that ends in ${last4(recordOf(service, 'customers', customer).practice_card)}.</p>
<form method="post">${cardFields('Change the card')}
<button type="submit" name="action" value="card">Use this card</button></form>
<h2>Invoices</h2>
<table><tr><th>Date</th><th>Status</th><th class="number">Amount</th></tr>${invoices.toReversed().map(row).join('')}</table>`,
  )
}

const row = ({ id, created, status, total }: Invoice) =>
  `<tr><td>${dayText(created)}</td><td>${STATUS[status]}${status === 'open' ? button('Pay now', 'pay', id) : ''}</td>
<td class="number"><a href="/invoices/${id}">${amountText(total)}</a></td></tr>`

/** The present plan, and what can be done about it: a change that waits, or the end, is undone first. */
function planPart(service: Service, subscription: Subscription, configuration: string): string {
  const { price, current_period_end: end } = itemOf(subscription)
  const nameOf = ({ product }: Price) => recordOf(service, 'products', product).name
  const textOf = (one: Price) => `${nameOf(one)}, ${priceText(one)}`
  const next = scheduleOf(service, subscription)?.phases[1]?.items[0]?.price
  const present = `<h2>Plan</h2><p>${escape(textOf(price))}</p>`
  if (subscription.cancel_at_period_end) {
    return `${present}<p>It ends on ${dayText(end)}.</p>${button('Keep the plan', 'keep')}`
  }
  if (next) {
    return `${present}<p>From ${dayText(end)} on: ${escape(textOf(next))}.</p>${button('Keep the plan', 'unschedule')}`
  }
  const others = recordOf(service, 'configurations', configuration)
    .features.subscription_update.products.flatMap(({ prices }) => prices.map((id) => recordOf(service, 'prices', id)))
    .filter(({ id }) => id !== price.id)
  const changes = others.map((other) => button(`Change to ${textOf(other)}`, 'change', other.id)).join('')
  return `${present}${changes}${button('Cancel the plan', 'cancel')}`
}

type Asked = { action?: unknown; value?: unknown; card?: unknown }

/** Does what the customer asks for. Throws a refusal; then nothing has changed. */
export function actInPortal(service: Service, id: string, { action, value, card }: Asked): void {
  const { customer } = recordOf(service, 'portals', id)
  if (action === 'card' && isCard(card)) {
    recordOf(service, 'customers', customer).practice_card = card
    return
  }
  if (action === 'pay') {
    const invoice = recordOf(service, 'invoices', String(value))
    if (invoice.customer !== customer) throw missing('invoice', invoice.id)
    payInvoice(service, invoice)
    return
  }
  const subscription = subscriptionOf(service, customer)
  if (!subscription) throw invalid('There is no plan to change.')
  if (action === 'cancel' || action === 'keep') setEnding(service, subscription, action === 'cancel')
  if (action === 'unschedule') endSchedule(service, subscription, 'released')
  if (action === 'change') changePlan(service, subscription, recordOf(service, 'prices', String(value)))
}

/** A cheaper price, or paying by the month, begins with the next period, as the product has configured it. */
function changePlan(service: Service, subscription: Subscription, price: Price): void {
  const { price: present } = itemOf(subscription)
  const isShorter = present.recurring.interval === 'year' && price.recurring.interval === 'month'
  if (price.unit_amount >= present.unit_amount && !isShorter) changePrice(service, subscription, price)
  else scheduleNext(service, createSchedule(service, subscription), { price, interval: price.recurring.interval })
  service.emit('customer.subscription.updated', subscription)
}

export function invoicePage(service: Service, id: string): string {
  const { number, created, status, total, amount_paid, lines } = recordOf(service, 'invoices', id)
  const rows = lines.data.map(
    ({ description, amount, period }) =>
      `<tr><td>${escape(description)}<br><small>${dayText(period.start)} to ${dayText(period.end)}</small></td><td class="number">${amountText(amount)}</td></tr>`,
  )
  return page(
    'Invoice',
    `<h1>Invoice ${escape(number)}</h1>
<p>${dayText(created)} · ${STATUS[status]}</p>
<table><tr><th>For</th><th class="number">Amount</th></tr>${rows.join('')}
<tr><th>Total</th><th class="number">${amountText(total)}</th></tr>
<tr><td>Paid</td><td class="number">${amountText(amount_paid)}</td></tr></table>`,
  )
}
