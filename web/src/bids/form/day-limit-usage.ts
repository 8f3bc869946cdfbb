import { auctionDay, type DayLimit, dayInWords, messages } from '@bidwell/contract'
import { centsOf, formatCents, formatDollars } from '../../ui/money.ts'

type Asked = {
  endsOn: number
  /** What has been typed as the maximum, cents; null while it is no amount. */
  typedCents: number | null
  /** The maximum of the bid that this would change, dollars. */
  standingMax: number | null
}

/** How much of its day's limit is spoken for, and whether this bid would go over it; null when there is no limit. */
export function dayLimitUsage(known: DayLimit, { endsOn, typedCents, standingMax }: Asked) {
  if (known.limit === null) return null
  const day = auctionDay(endsOn)
  const takenCents = centsOf(known.days.find((one) => one.day === day)?.spoken_for ?? 0)
  const [limitCents, standingCents] = [centsOf(known.limit), centsOf(standingMax ?? 0)]
  const othersCents = Math.max(0, takenCents - standingCents)
  const wouldBeCents = othersCents + (typedCents ?? 0)
  const over = typedCents !== null && typedCents > standingCents && wouldBeCents > limitCents
  if (over) {
    const left = othersCents < limitCents ? formatCents(limitCents - othersCents) : null
    const sum = { wouldBe: formatCents(wouldBeCents), limit: formatCents(limitCents), taken: formatCents(othersCents) }
    return { over, says: messages.bid.overDayLimit({ day: dayInWords(day), left, ...sum }) }
  }
  const included = standingMax === null ? '' : ', this bid included'
  return {
    over,
    says: `${formatCents(takenCents)} of your ${formatDollars(known.limit)} for ${dayInWords(day)} (Pacific time) is spoken for${included}.`,
  }
}
