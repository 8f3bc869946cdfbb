import type { PaymentGap, PaymentState } from '../../bids/win.ts'
import { formatCents } from '../../money.ts'

/** A day such as `2026-11-28`, in each length. */
const dayFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
  return (day: string) => format.format(Date.parse(`${day}T00:00:00Z`))
}
/** `Friday, Nov 28`. */
export const longDay = dayFormat({ weekday: 'long', month: 'short', day: 'numeric' })
const weekday = dayFormat({ weekday: 'short' })
const monthDay = dayFormat({ month: 'short', day: 'numeric' })

const DAY_MS = 86_400_000
const daysFrom = (today: string, day: string) => Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** `To pay by Friday, Nov 28 · in 2 days.`; `To pay: was due Friday, Nov 28 · 3 days overdue.` `today` is the day at the site. */
export function toPayBy(day: string | null, today: string, site: string): string {
  if (day === null) return `To pay. ${site} has not said by when.`
  const left = daysFrom(today, day)
  if (left < 0) return `To pay: was due ${longDay(day)} · ${days(-left)} overdue.`
  return `To pay by ${longDay(day)} · ${left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${left} days`}.`
}

/** `To pay by Fri`, with the date where a weekday could be another week's; `Overdue since Fri`. */
export function shortPayBy(day: string | null, today: string): string {
  if (day === null) return 'To pay'
  const left = daysFrom(today, day)
  const named = Math.abs(left) < 7 ? weekday(day) : monthDay(day)
  return left < 0 ? `Overdue since ${named}` : `To pay by ${left === 0 ? 'today' : named}`
}

/** The word for each state, the same on every screen. */
export const STATES: Record<PaymentState, string> = {
  to_pay: 'To pay',
  said_paid: 'Paid, you say',
  paid: 'Paid',
  shipped: 'Shipped',
  not_known: 'Payment not known',
}

/** Why it is not known whether an item is paid. `readOn` is when the list was last read; null: never. */
export function whyNotKnown(gap: PaymentGap, site: string): string {
  switch (gap) {
    case 'not_read':
      return `${site}’s lists of orders have not been read since you won.`
    case 'not_listed':
      return `Neither of ${site}’s lists of orders shows it yet.`
    case 'left_list':
      return `Not in ${site}’s list of unpaid items any more: probably paid.`
    case 'left_late':
      return `It left ${site}’s list of unpaid items after its date: paid late, or taken back.`
    case 'list_failed':
      return `Unpaid when ${site}’s list was last read; it cannot be read now.`
  }
}

export const paidAt = (site: string) => `${site} has your payment. It shows no tracking number yet.`
export const saidPaid = (on: string) => `You ticked it as paid on ${on}.`
export const saidButUnpaid = (site: string, on: string) =>
  `You ticked it as paid on ${on}, and ${site}’s list still has it as unpaid.`
/** Why a payment cannot be ticked: the site's list of paid orders shows it. */
export const isPaidAtSite = (site: string) => `${site} already shows this item as paid.`

/** `FedEx 794600000012`. */
export const parcel = (shipper: string | null, trackingNumber: string | null): string =>
  [shipper, trackingNumber].filter(Boolean).join(' ')

/** A tag has room for so many letters of a shipper's name, and for the end of a number. Both are the site's text. */
const MAX_SHIPPER = 12
const SHOWN_DIGITS = 4

/** `Shipped · FedEx …0012`. */
export function shippedTag(shipper: string | null, trackingNumber: string | null): string {
  const name = shipper !== null && shipper.length > MAX_SHIPPER ? `${shipper.slice(0, MAX_SHIPPER - 1)}…` : shipper
  const isLong = trackingNumber !== null && trackingNumber.length > SHOWN_DIGITS
  const end = isLong ? `…${trackingNumber.slice(-SHOWN_DIGITS)}` : trackingNumber
  return `${STATES.shipped} · ${parcel(name, end)}`
}

export type Cost = {
  priceCents: number | null
  shippingCents: number | null
  handlingCents: number | null
  taxCents: number | null
  totalCents: number | null
  estimateCents: number | null
}

/** `$45.00 + $8.00 shipping + $3.00 handling + $1.96 tax`, with what is not known named as such. */
export function costParts({ priceCents, shippingCents, handlingCents, taxCents }: Cost): string {
  const parts = [priceCents === null ? 'price not known' : formatCents(priceCents)]
  const named = [
    ['shipping', shippingCents],
    ['handling', handlingCents],
    ['tax', taxCents],
  ] as const
  const known = named.flatMap(([name, cents]) => (cents === null ? [] : [`${formatCents(cents)} ${name}`]))
  const unknown = named.flatMap(([name, cents]) => (cents === null ? [name] : []))
  const missing = unknown.length === 0 ? '' : `; ${unknown.join(', ').replace(/, (?=[a-z]+$)/, ' and ')} not known yet`
  return `${[...parts, ...known].join(' + ')}${missing}`
}

/** `We said about $57.10 before tax; you pay $56.84, and $1.12 tax.` Null while either is not known. */
export function comparison(cost: Cost): string | null {
  const { totalCents, taxCents, estimateCents } = cost
  if (totalCents === null || taxCents === null || estimateCents === null) return null
  const tax = taxCents === 0 ? '' : `, and ${formatCents(taxCents)} tax`
  return `We said about ${formatCents(estimateCents)} before tax; you pay ${formatCents(totalCents - taxCents)}${tax}.`
}

const priceWithHandling = ({ priceCents, handlingCents }: Cost) =>
  priceCents === null ? null : priceCents + (handlingCents ?? 0)

/** What one item asks for now: the site's total, else the estimate, else what is known of it. */
export function amount(cost: Cost): string {
  const { totalCents, estimateCents } = cost
  if (totalCents !== null) return formatCents(totalCents)
  if (estimateCents !== null) return `about ${formatCents(estimateCents)}`
  const known = priceWithHandling(cost)
  return known === null ? 'price not known' : `${formatCents(known)} + shipping`
}

/** What several items ask for together: `about $97.60`, `$45.00, and what the site adds to 1 item`. */
export function sum(costs: readonly Cost[]): string {
  const cents = costs.map((cost) => cost.totalCents ?? cost.estimateCents ?? priceWithHandling(cost))
  const unpriced = cents.filter((each) => each === null).length
  const open = costs.filter(({ totalCents, estimateCents }) => totalCents === null && estimateCents === null).length
  if (unpriced === costs.length) return 'price not known'
  const isEstimate = costs.some(({ totalCents, estimateCents }) => totalCents === null && estimateCents !== null)
  const known = `${isEstimate ? 'about ' : ''}${formatCents(cents.reduce<number>((all, each) => all + (each ?? 0), 0))}`
  const rest = open - unpriced
  return [
    known,
    ...(rest > 0 ? [`+ shipping${rest === costs.length ? '' : ` of ${items(rest)}`}`] : []),
    ...(unpriced > 0 ? [`+ ${items(unpriced)} without a known price`] : []),
  ].join(' ')
}

/** `With 2 others of this order; shipping and tax are shared by price.` Null for an order of one item. */
export function withOthers(itemsInOrder: number | null): string | null {
  if (itemsInOrder === null || itemsInOrder < 2) return null
  const others = itemsInOrder === 2 ? '1 other' : `${itemsInOrder - 1} others`
  return `With ${others} of this order; shipping and tax are shared by price.`
}

export const items = (count: number) => (count === 1 ? '1 item' : `${count} items`)

/** `1 to pay by Fri, Nov 28`. */
export const toPay = (count: number, day: string | null): string =>
  `${count} to pay${day === null ? '' : ` by ${weekday(day)}, ${monthDay(day)}`}`

export const page = {
  title: 'To pay',
  empty: 'Nothing to pay. What you win stands here until it is shipped.',
  beforeTax: 'Estimates are before tax.',
  combine: 'Ask the seller to combine the shipping before you pay.',
  readAt: (site: string) => `${site}’s lists of orders were read`,
  neverRead: (site: string) => `${site}’s lists of orders have not been read yet.`,
  reading: (site: string) => `Reading ${site}’s lists of orders…`,
  failedLogin: (site: string) =>
    `${site} refuses your login, so its lists of orders cannot be read. What is below is what was last known.`,
  failedSite: (site: string) =>
    `${site}’s lists of orders could not be read at the last try. What is below is what was last known.`,
  askedTooSoon: 'The lists were read less than a minute ago. Try again in a moment.',
  offline: 'You are offline.',
  notAsked: 'The lists could not be asked for.',
  noSeller: 'Seller not known',
  justWon: 'Just won',
  onItsWay: 'Paid, on its way',
  notYourWin: 'There is no such won item.',
} as const
