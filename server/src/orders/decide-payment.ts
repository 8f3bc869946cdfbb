import type { PaymentGap, PaymentState } from '@bidwell/contract'

/** Instants are epoch ms, days such as `2026-11-28` are the site's. */
export type PaymentFacts = {
  /** When the result was told: a reading from before says nothing of the item's absence. */
  wonAt: number
  /** The beginning of the last reading in which the order stood in the list of unpaid ones; null: it never did. */
  unpaidSeenAt: number | null
  /** The day of that reading. */
  unpaidSeenOn: string | null
  /** The list of paid orders has shown it. */
  isInPaidList: boolean
  trackingNumber: string | null
  /** The last reading of the list of unpaid orders that succeeded, and the last one that failed. */
  unpaidReadAt: number | null
  unpaidFailedAt: number | null
  /** When the owner ticked the item as paid. */
  saidPaidAt: number | null
  payBy: string | null
}

export type Payment = { state: Exclude<PaymentState, 'not_known'>; gap: null } | { state: 'not_known'; gap: PaymentGap }

/**
 * What is known of the payment of a won item. Pure. The site's lists outweigh the owner's tick, except that a list which was
 * read before the tick does not contradict it. The list of paid orders outweighs the other one, which may lag. Nothing is
 * concluded from an absence, nor from a reading after which the list could not be read again.
 */
export function decidePayment(facts: PaymentFacts): Payment {
  const { unpaidSeenAt, unpaidReadAt, unpaidFailedAt, saidPaidAt, isInPaidList, trackingNumber } = facts
  if (isInPaidList) return known(trackingNumber === null ? 'paid' : 'shipped')
  const hasFailedSince = (at: number | null) => unpaidFailedAt !== null && unpaidFailedAt > (at ?? -Infinity)

  if (unpaidSeenAt !== null && unpaidSeenAt >= (unpaidReadAt ?? -Infinity)) {
    if (saidPaidAt !== null && saidPaidAt > unpaidSeenAt) return known('said_paid')
    return hasFailedSince(unpaidSeenAt) ? notKnown('list_failed') : known('to_pay')
  }
  if (saidPaidAt !== null) return known('said_paid')
  if (unpaidSeenAt !== null) return notKnown(wasLate(facts) ? 'left_late' : 'left_list')
  const isRead = unpaidReadAt !== null && unpaidReadAt >= facts.wonAt && !hasFailedSince(unpaidReadAt)
  return notKnown(isRead ? 'not_listed' : 'not_read')
}

/** The site may take an order back that was not paid in time. */
const wasLate = ({ payBy, unpaidSeenOn }: PaymentFacts) =>
  payBy !== null && unpaidSeenOn !== null && unpaidSeenOn > payBy

const known = (state: Exclude<PaymentState, 'not_known'>): Payment => ({ state, gap: null })
const notKnown = (gap: PaymentGap): Payment => ({ state: 'not_known', gap })

/** Whether the money is owed as far as anybody can tell. */
export const isOwed = ({ state, gap }: Payment): boolean => state === 'to_pay' || gap === 'list_failed'

export type Reminder = 'two_days' | 'one_day'

/** The hour from which an owner is reminded, in the owner's time zone. */
export const REMINDER_HOUR = 9
/** A list that still shows an item as unpaid so soon after its tick may only lag: nobody is reminded of what is paid. */
const LAG_MS = 24 * 3_600_000

type Now = { at: number; /** The day and the hour in the owner's zone. */ day: string; hour: number; siteDay: string }

/**
 * Which reminder of a payment is due; null: none. Pure. Two days ahead only of what the site's list has just shown as unpaid; a day ahead also
 * while the list cannot be read. After the date, nobody is reminded any more.
 */
export function dueReminder(payment: Payment, { payBy, saidPaidAt }: PaymentFacts, now: Now): Reminder | null {
  if (!isOwed(payment) || payBy === null || now.siteDay > payBy) return null
  if (saidPaidAt !== null && now.at - saidPaidAt < LAG_MS) return null
  const days = daysBetween(now.day, payBy)
  if (days <= 0) return 'one_day'
  if (now.hour < REMINDER_HOUR) return null
  if (days === 1) return 'one_day'
  return days === 2 && payment.state === 'to_pay' ? 'two_days' : null
}

const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days
