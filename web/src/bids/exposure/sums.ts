import { committedCents, type Exposure, formatCents, messages, type Period, PERIODS } from '@bidwell/contract'
import { centsOf } from '../../ui/money.ts'

/** What today, this week and a limited month cost if all bids win, and the limit that is exceeded, if one is. `short` names no limit. */
export function sumsOf(exposure: Exposure): {
  text: string
  short: string
  over: string | null
  isEmpty: boolean
} {
  const { limits, today } = exposure
  const limitCents = (period: Period) => {
    const limit = limits[period]
    return limit === null ? null : centsOf(limit)
  }
  const totalCents = (period: Period) => committedCents(exposure, period, today)
  const amountOf = (period: Period) => {
    const limit = limitCents(period)
    return { total: formatCents(totalCents(period)), limit: limit === null ? null : formatCents(limit) }
  }
  const without = (period: Period) => ({ ...amountOf(period), limit: null })
  const exceeded = PERIODS.find((period) => totalCents(period) > (limitCents(period) ?? Infinity))
  return {
    text: messages.exposure.ifAllWin({
      day: amountOf('day'),
      week: amountOf('week'),
      month: limits.month === null ? null : amountOf('month'),
    }),
    short: messages.exposure.ifAllWin({ day: without('day'), week: without('week'), month: null }),
    over:
      exceeded === undefined
        ? null
        : messages.exposure.overLimit(formatCents(totalCents(exceeded) - (limitCents(exceeded) ?? 0)), exceeded),
    isEmpty: totalCents('week') === 0,
  }
}
