import * as z from 'zod/mini'
import * as refusals from '../messages/bids/bid-refusals.ts'
import { formatCents } from '../money.ts'
import { mostCents } from './bid-group.ts'

/** A limit of spending holds for each day, each week from Monday, or each month, in the site's time zone. */
export const Period = z.enum(['day', 'week', 'month'])
export type Period = z.infer<typeof Period>
export const PERIODS = Period.options

/** What an account's bids cost if all of them win, before shipping, handling and tax. Amounts are dollars. */
export const Exposure = z.object({
  /** Null where no limit is set. */
  limits: z.object({ day: z.nullable(z.number()), week: z.nullable(z.number()), month: z.nullable(z.number()) }),
  today: z.iso.date(),
  /**
   * By the day on which auctions close: each day of this week and month, and each later one, that has bids that won, or that
   * can win and are in no group.
   */
  days: z.array(z.object({ day: z.iso.date(), spoken_for: z.number(), bids: z.int() })),
  /** The bids in groups that can win. Of a group only its largest count, as `committedCents` says. */
  groups: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      /** How many more it may win, with the extra wins. */
      wins_left: z.int(),
      /** Null: the group has no budget. */
      budget_left: z.nullable(z.number()),
      stakes: z.array(
        z.object({
          bid_id: z.int(),
          day: z.iso.date(),
          /** Its delivered price, or without one its maximum. */
          cost: z.number(),
          /** What of that comes on top of the bid: a budget does not count it. */
          besides: z.number(),
          is_out: z.boolean(),
        }),
      ),
    }),
  ),
})
export type Exposure = z.infer<typeof Exposure>

const DAY_MS = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The first and the last day of the period that has a day; all three have the form that `auctionDay` returns. */
export function spanOf(period: Period, day: string): { first: string; last: string } {
  const at = Date.parse(day)
  const date = new Date(at)
  switch (period) {
    case 'day':
      return { first: day, last: day }
    case 'week': {
      const monday = at - ((date.getUTCDay() + 6) % 7) * DAY_MS
      return { first: dayOf(monday), last: dayOf(monday + 6 * DAY_MS) }
    }
    case 'month': {
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
      return { first: dayOf(Date.UTC(year, month, 1)), last: dayOf(Date.UTC(year, month + 1, 0)) }
    }
  }
}

const centsOf = (dollars: number) => Math.round(dollars * 100)

/** What the bids of the period that has a day cost if as many win as can, cents. */
export function committedCents(
  { days, groups }: Pick<Exposure, 'days' | 'groups'>,
  period: Period,
  day: string,
): number {
  const { first, last } = spanOf(period, day)
  const isWithin = (other: { day: string }) => first <= other.day && other.day <= last
  const singles = days.filter(isWithin).reduce((sum, { spoken_for }) => sum + centsOf(spoken_for), 0)
  return groups.reduce((sum, group) => sum + groupCents({ ...group, stakes: group.stakes.filter(isWithin) }), singles)
}

/** The most that the bids of a group can cost that have not won, cents. */
export function groupCents({ stakes, wins_left, budget_left }: Exposure['groups'][number]): number {
  const inCents = stakes.map(({ cost, besides, is_out }) => ({
    costCents: centsOf(cost),
    besidesCents: centsOf(besides),
    isOut: is_out,
  }))
  return mostCents(inCents, wins_left, budget_left === null ? null : centsOf(budget_left))
}

type PeriodTotal = {
  period: Period
  /** A day of the period. */
  day: string
  limitCents: number
  /** What the other bids of the period may cost. */
  otherBidsCents: number
  maxCents: number
  /** The maximum of the bid that this one replaces; 0 for a new bid. */
  replacedCents: number
}

/** Whether a maximum takes the bids of its period over the account's limit. A change that raises nothing is never refused. */
export function spendingFault(total: PeriodTotal): string | null {
  const { period, day, limitCents, otherBidsCents, maxCents, replacedCents } = total
  const totalCents = otherBidsCents + maxCents
  if (maxCents <= replacedCents || totalCents <= limitCents) return null
  return refusals.overLimit({
    period,
    first: spanOf(period, day).first,
    total: formatCents(totalCents),
    limit: formatCents(limitCents),
    committed: formatCents(otherBidsCents),
    left: otherBidsCents < limitCents ? formatCents(limitCents - otherBidsCents) : null,
  })
}
