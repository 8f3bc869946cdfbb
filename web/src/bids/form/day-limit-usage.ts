import { auctionDay, dayLimitFault, type DayLimit, formatCents, formatDay } from '@bidwell/contract'
import { centsOf } from '../../ui/money.ts'

type DraftBid = {
  endsOn: number
  /** The typed maximum; null while it is no amount. */
  typedCents: number | null
  /** The maximum of the bid that this draft would change, dollars. */
  standingMax: number | null
}

/** How much of its day's limit is spoken for, and whether a draft exceeds it; null when there is no limit. */
export function dayLimitUsage({ limit, days }: DayLimit, { endsOn, typedCents, standingMax }: DraftBid) {
  if (limit === null) return null
  const day = auctionDay(endsOn)
  const limitCents = centsOf(limit)
  const committedCents = centsOf(days.find((one) => one.day === day)?.spoken_for ?? 0)
  const replacedCents = centsOf(standingMax ?? 0)
  const otherBidsCents = Math.max(0, committedCents - replacedCents)
  const maxCents = typedCents ?? 0
  const fault = dayLimitFault({ day, limitCents, otherBidsCents, maxCents, replacedCents })
  if (fault !== null) return { over: true, says: fault }
  const included = standingMax === null ? '' : ', this bid included'
  return {
    over: false,
    says: `${formatCents(committedCents)} of your ${formatCents(limitCents)} for ${formatDay(day)} (Pacific time) is spoken for${included}.`,
  }
}
