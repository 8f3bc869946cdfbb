import {
  amountFault,
  type Auction,
  changeDeadline,
  leadFault,
  maximumFault,
  messages,
  needsConfirmation,
  scheduleFailure,
} from '@bidwell/contract'
import { centsFromTyped, centsOf } from '../ui/money.ts'

/* The rules for what a user types in a form for a bid. The list of auctions does without them. */

/** The instant from which a bid with this lead can no longer be changed or cancelled. */
export const changeDeadlineOf = (endsOn: number, secondsBeforeEnd: number): number =>
  changeDeadline(endsOn - secondsBeforeEnd * 1_000)

type Prices = Pick<Auction, 'bidCount' | 'currentBid' | 'minimumBid'>

/** The fault of a typed amount; null when it is valid. */
export function typedAmountFault(typed: string): string | null {
  const cents = centsFromTyped(typed)
  if (cents !== null) return inUsersWords(amountFault(cents / 100))
  const amount = Number(typed.replace(/[$,\s]/g, '') || Number.NaN)
  return amount > 0 && !/e/i.test(typed) ? messages.bidRefusal.amountNotCents : messages.bidRefusal.amountUnreadable
}

/** The fault of a typed maximum; null when it is valid. */
export function typedMaximumFault(typed: string, { bidCount, minimumBid }: Prices): string | null {
  const cents = centsFromTyped(typed)
  const lowestCents = centsOf(minimumBid)
  return typedAmountFault(typed) ?? inUsersWords(maximumFault(cents ?? 0, { bidCount, lowestCents }))
}

/** The sentence that the user would read if the server refused the bid by this rule. */
const inUsersWords = (fault: string | null) => fault && scheduleFailure(fault, 'rule_broken')

/** Whether a maximum is so far above the price that it has to be confirmed. */
export const isFarAbove = (cents: number, { bidCount, currentBid, minimumBid }: Prices): boolean =>
  needsConfirmation(cents, { bidCount, currentCents: centsOf(currentBid), minimumCents: centsOf(minimumBid) })

/** The fault of a typed lead; null when it is valid. */
export const typedLeadFault = (typed: string): string | null =>
  leadFault(/^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN)

/** The risk of a lead, shown beside the field; null for one that is neither short nor early. */
export function leadRisk(seconds: number, siteName: string): string | null {
  if (seconds <= 2) return `Very short: one slow reply from ${siteName} and the bid comes after the close.`
  if (seconds <= 4) return `Short: little time for a slow reply from ${siteName}.`
  if (seconds <= 15) return null
  if (seconds <= 60) return 'Early: rivals have time to see the price move and respond.'
  return 'Very early: the bid is in plain sight, and rivals have minutes to respond.'
}
