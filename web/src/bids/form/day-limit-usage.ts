import { auctionDay, type DayLimit, dayInWords, messages } from '@bidwell/contract'
import { centsOf, formatCents, formatDollars } from '../../ui/money.ts'

type EditedBid = {
  /** When its auction ends, epoch ms. */
  endsOn: number
  /** The typed maximum in cents; null unless it is an amount. */
  typedCents: number | null
  /** The maximum of the standing bid that the form changes, dollars; null for a new bid. */
  standingMax: number | null
}

/** How much of the limit for the auction's day is used, and whether the typed bid exceeds it; null without a limit. */
export function dayLimitUsage(dayLimit: DayLimit, { endsOn, typedCents, standingMax }: EditedBid) {
  if (dayLimit.limit === null) return null
  const day = auctionDay(endsOn)
  const usedCents = centsOf(dayLimit.days.find((one) => one.day === day)?.spoken_for ?? 0)
  const [limitCents, standingCents] = [centsOf(dayLimit.limit), centsOf(standingMax ?? 0)]
  const othersCents = Math.max(0, usedCents - standingCents)
  const wouldBeCents = othersCents + (typedCents ?? 0)
  const over = typedCents !== null && typedCents > standingCents && wouldBeCents > limitCents
  if (over) {
    const left = othersCents < limitCents ? formatCents(limitCents - othersCents) : null
    const sum = { wouldBe: formatCents(wouldBeCents), limit: formatCents(limitCents), taken: formatCents(othersCents) }
    return { over, text: messages.bid.overDayLimit({ day: dayInWords(day), left, ...sum }) }
  }
  const included = standingMax === null ? '' : ', this bid included'
  return {
    over,
    text: `${formatCents(usedCents)} of your ${formatDollars(dayLimit.limit)} for ${dayInWords(day)} (Pacific time) is spoken for${included}.`,
  }
}
