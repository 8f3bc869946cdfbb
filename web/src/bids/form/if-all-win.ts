import {
  auctionDay,
  committedCents,
  type Exposure,
  formatCents,
  messages,
  type Period,
  PERIODS,
  spendingFault,
} from '@bidwell/contract'
import { centsOf } from '../../ui/money.ts'

type DraftBid = {
  /** When the auction ends, epoch ms. */
  endsOn: number
  /** The typed maximum; null unless it is an amount. */
  typedCents: number | null
  /** The maximum of the standing bid that the draft changes, dollars; null for a new bid. */
  standingMax: number | null
}

/** What the user's bids cost if all win and the draft does, or which limit it exceeds; null without an amount. */
export function ifDraftWins(exposure: Exposure, { endsOn, typedCents, standingMax }: DraftBid) {
  const day = auctionDay(endsOn)
  const replacedCents = centsOf(standingMax ?? 0)
  const maxCents = typedCents ?? replacedCents
  if (maxCents === 0) return null
  const limitOf = (period: Period) => {
    const limit = exposure.limits[period]
    return limit === null ? null : centsOf(limit)
  }
  const othersOf = (period: Period) => Math.max(0, committedCents(exposure, period, day) - replacedCents)
  for (const period of PERIODS) {
    const limitCents = limitOf(period)
    if (limitCents === null) continue
    const fault = spendingFault({ period, day, limitCents, otherBidsCents: othersOf(period), maxCents, replacedCents })
    if (fault !== null) return { over: true, text: fault }
  }
  const amountOf = (period: Period) => {
    const limitCents = limitOf(period)
    return {
      total: formatCents(othersOf(period) + maxCents),
      limit: limitCents === null ? null : formatCents(limitCents),
    }
  }
  const amounts = {
    day: amountOf('day'),
    week: amountOf('week'),
    month: limitOf('month') === null ? null : amountOf('month'),
  }
  return { over: false, text: messages.exposure.withThisBid(messages.bidRefusal.periodName('day', day), amounts) }
}
