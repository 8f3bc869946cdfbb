import { committedCents, type Exposure, formatCents, messages, type Period, PERIODS } from '@bidwell/contract'
import { centsOf } from '../ui/money.ts'

/** What today, this week and a limited month cost if all bids win, and the limit that is exceeded, if one is. `short` names no limit. */
export function sumsOf(exposure: Exposure): {
  text: string
  short: string
  over: string | null
  isEmpty: boolean
} {
  const { limits, today } = exposure
  const totalCents = (period: Period) => committedCents(exposure, period, today)
  const overCents = (period: Period) => totalCents(period) - centsOf(limits[period] ?? Infinity)
  const exceeded = PERIODS.find((period) => overCents(period) > 0)
  const amounts = amountsOf(exposure, limits, today)
  return {
    text: messages.exposure.ifAllWin(amounts),
    short: messages.exposure.ifAllWin({
      day: { ...amounts.day, limit: null },
      week: { ...amounts.week, limit: null },
      month: null,
    }),
    over: exceeded === undefined ? null : messages.exposure.overLimit(formatCents(overCents(exceeded)), exceeded),
    isEmpty: totalCents('week') === 0,
  }
}

/** What bids cost in the day, in the week and in a limited month of a day, and the limits. */
export function amountsOf(uses: Parameters<typeof committedCents>[0], limits: Exposure['limits'], day: string) {
  const amountOf = (period: Period) => {
    const limit = limits[period]
    const total = formatCents(committedCents(uses, period, day))
    return { total, limit: limit === null ? null : formatCents(centsOf(limit)) }
  }
  return { day: amountOf('day'), week: amountOf('week'), month: limits.month === null ? null : amountOf('month') }
}
