import { auctionDay, dayLimitFault, type DayLimit, formatCents, formatDay } from '@bidwell/contract'
import { centsOf } from '../../ui/money.ts'

type DraftBid = {
  /** When the auction ends, epoch ms. */
  endsOn: number
  /** The typed maximum; null unless it is an amount. */
  typedCents: number | null
  /** The maximum of the standing bid that the draft changes, dollars; null for a new bid. */
  standingMax: number | null
}

/** How much of the limit for the auction's day is used, and whether the draft exceeds it; null without a limit. */
export function dayLimitUsage({ limit, days }: DayLimit, { endsOn, typedCents, standingMax }: DraftBid) {
  if (limit === null) return null
  const day = auctionDay(endsOn)
  const limitCents = centsOf(limit)
  const committedCents = centsOf(days.find((one) => one.day === day)?.spoken_for ?? 0)
  const replacedCents = centsOf(standingMax ?? 0)
  const otherBidsCents = Math.max(0, committedCents - replacedCents)
  const maxCents = typedCents ?? 0
  const fault = dayLimitFault({ day, limitCents, otherBidsCents, maxCents, replacedCents })
  if (fault !== null) return { over: true, text: fault }
  const included = standingMax === null ? '' : ', this bid included'
  return {
    over: false,
    text: `${formatCents(committedCents)} of your ${formatCents(limitCents)} for ${formatDay(day)} (Pacific time) is committed${included}.`,
  }
}
