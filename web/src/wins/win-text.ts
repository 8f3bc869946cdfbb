import { messages } from '@bidwell/contract'
import { siteTimes } from '../time/zoned-times.ts'
import { Check, CircleHelp, type LucideIcon, Truck, Wallet } from '../ui/icons.tsx'
import { centsOf, formatDollars } from '../ui/money.ts'
import type { Tone } from '../ui/tone.ts'
import type { Win } from './win-queries.ts'

export type WinTag = { label: string; tone: Tone; icon: LucideIcon }

/** What a tag says of a won item's payment; null where only the win is known. */
export function winTag(win: Win): WinTag | null {
  switch (win.state) {
    case 'to_pay':
      return {
        label: messages.payment.shortPayBy(win.pay_by, win.today),
        tone: win.is_overdue ? 'danger' : 'warning',
        icon: Wallet,
      }
    case 'said_paid':
    case 'paid':
      return { label: messages.payment.STATES[win.state], tone: 'success', icon: Check }
    case 'shipped':
      return { label: messages.payment.shippedTag(win.shipper, win.tracking_number), tone: 'success', icon: Truck }
    case 'not_known':
      return win.is_owed || win.gap === 'left_list' || win.gap === 'left_late'
        ? { label: messages.payment.STATES.not_known, tone: 'neutral', icon: CircleHelp }
        : null
  }
}

/** Whether a won item is to be paid, or was won so lately that the site's lists do not tell. */
export const mayBeUnpaid = (win: Pick<Win, 'is_owed' | 'gap'> | undefined): boolean =>
  win === undefined || win.is_owed || win.gap === 'not_read' || win.gap === 'not_listed'

/** What is known of the payment, in a sentence or two. */
export function winSentence(win: Win, siteName: string): string {
  switch (win.state) {
    case 'to_pay': {
      const said =
        win.said_paid_at === null ? '' : ` ${messages.payment.saidButUnpaid(siteName, dayOf(win.said_paid_at))}`
      return `${messages.payment.toPayBy(win.pay_by, win.today, siteName)}${said}`
    }
    case 'said_paid':
      return win.said_paid_at === null
        ? messages.payment.STATES.said_paid
        : messages.payment.saidPaid(dayOf(win.said_paid_at))
    case 'paid':
      return messages.payment.paidAt(siteName)
    case 'shipped':
      return `Shipped: ${messages.payment.parcel(win.shipper, win.tracking_number)}.`
    case 'not_known':
      if (win.gap === null) return messages.payment.STATES.not_known
      return [
        messages.payment.whyNotKnown(win.gap, siteName),
        ...(win.is_owed ? [messages.payment.toPayBy(win.pay_by, win.today, siteName)] : []),
      ].join(' ')
  }
}

const dayOf = (at: string) => siteTimes.day(Date.parse(at))

/** `We said $57.10, you paid $56.84.`, for a bid that was set by its delivered price; null for another. */
export function saidAndPaid({ said, total }: Pick<Win, 'said' | 'total'>): string | null {
  if (said === null) return null
  const saidText = formatDollars(said)
  return total === null
    ? messages.delivered.said(saidText)
    : messages.delivered.saidAndPaid(saidText, formatDollars(total))
}

/** A win's amounts in cents, as the sentences take them. */
export const costOf = (win: Win) => ({
  priceCents: cents(win.price),
  shippingCents: cents(win.shipping),
  handlingCents: cents(win.handling),
  taxCents: cents(win.tax),
  totalCents: cents(win.total),
  estimateCents: cents(win.estimate),
})

const cents = (dollars: number | null) => (dollars === null ? null : centsOf(dollars))

type SellersWins = { seller: string | null; wins: Win[] }

/** The sections of the page of payments. */
type WinSections = {
  /** What is owed, by seller: the seller with the earliest date first, and its items by date. */
  owed: SellersWins[]
  /** Neither owed nor known to be paid. */
  unknown: Win[]
  onItsWay: Win[]
  shipped: Win[]
}

export function groupWins(wins: readonly Win[]): WinSections {
  const owed = wins.filter(({ is_owed }) => is_owed).toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
  return {
    owed: [...Map.groupBy(owed, ({ seller }) => seller)].map(([seller, ofSeller]) => ({ seller, wins: ofSeller })),
    unknown: wins.filter(({ state, is_owed }) => state === 'not_known' && !is_owed),
    onItsWay: wins.filter(({ state }) => state === 'paid' || state === 'said_paid'),
    shipped: wins.filter(({ state }) => state === 'shipped'),
  }
}

/** What has no date comes last. */
const keyOf = ({ pay_by, won_at }: Win) => `${pay_by ?? '9999'} ${won_at}`
