import * as z from 'zod/mini'
import * as refusals from '../messages/bids/bid-refusals.ts'
import { dollarsFromCents, formatCents } from '../money.ts'
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

/** What bids may cost: by day those that won and the single ones, and the groups with their stakes. */
export type Uses = Pick<Exposure, 'days' | 'groups'>

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
export function committedCents({ days, groups }: Uses, period: Period, day: string): number {
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

/** A bid that may win. `besidesCents`: what of its cost comes on top of the bid; `groupId`: null for a single one. */
type AddedBid = { day: string; costCents: number; besidesCents: number; groupId: number | null }

/** With one bid more. */
export function withBid({ days, groups }: Uses, { day, costCents, besidesCents, groupId }: AddedBid): Uses {
  const cost = dollarsFromCents(costCents)
  if (groupId === null) return { days: [...days, { day, spoken_for: cost, bids: 1 }], groups }
  const stake = { bid_id: 0, day, cost, besides: dollarsFromCents(besidesCents), is_out: false }
  return { days, groups: groups.map((it) => (it.id === groupId ? { ...it, stakes: [...it.stakes, stake] } : it)) }
}

/** Without one pending bid, and that bid as it counted: in its group, or else as a single one with these terms. */
export function withoutBid(
  { days, groups }: Uses,
  { id, day, costCents }: { id: number; day: string; costCents: number },
): { others: Uses; bid: AddedBid } {
  for (const { id: groupId, stakes } of groups) {
    const stake = stakes.find(({ bid_id }) => bid_id === id)
    if (!stake) continue
    const left = groups.map((it) => ({ ...it, stakes: it.stakes.filter((each) => each !== stake) }))
    const cents = { costCents: centsOf(stake.cost), besidesCents: centsOf(stake.besides) }
    return { others: { days, groups: left }, bid: { day: stake.day, ...cents, groupId } }
  }
  const left = days.map((use) => {
    const leftCents = Math.max(0, centsOf(use.spoken_for) - costCents)
    return use.day === day ? { ...use, spoken_for: dollarsFromCents(leftCents), bids: use.bids - 1 } : use
  })
  return { others: { days: left, groups }, bid: { day, costCents, besidesCents: 0, groupId: null } }
}

export type SpendingChange = {
  limits: Exposure['limits']
  /** The day whose own limit and whose week's and month's are checked. */
  day: string
  /** Without the bid that changes. */
  others: Uses
  before: Uses
  after: Uses
  /** The bid that makes the difference; null where a group changes. */
  bid: AddedBid | null
}

/**
 * The first limit over which a change takes the bids of its period, with the sentence that refuses it; null for none. A change
 * that raises nothing is never refused.
 */
export function spendingFault(change: SpendingChange): { period: Period; message: string } | null {
  const { limits, day, others, before, after, bid } = change
  for (const period of PERIODS) {
    const limit = limits[period]
    if (limit === null) continue
    const limitCents = centsOf(limit)
    const totalCents = committedCents(after, period, day)
    if (totalCents <= limitCents || totalCents <= committedCents(before, period, day)) continue
    const leftCents = bid === null ? 0 : mostWithin(limitCents, others, bid, period)
    const message = refusals.overLimit({
      period,
      first: spanOf(period, day).first,
      total: formatCents(totalCents),
      limit: formatCents(limitCents),
      committed: formatCents(committedCents(others, period, day)),
      left: leftCents === 0 ? null : formatCents(leftCents),
    })
    return { period, message }
  }
  return null
}

/** The most that the bid could cost, cents; 0 where none is left for it. It may take the place of another one of its group. */
function mostWithin(limitCents: number, others: Uses, bid: AddedBid, period: Period): number {
  let [fits, tooMuch] = [bid.besidesCents, bid.costCents]
  while (tooMuch - fits > 1) {
    const costCents = Math.floor((fits + tooMuch) / 2)
    if (committedCents(withBid(others, { ...bid, costCents }), period, bid.day) <= limitCents) fits = costCents
    else tooMuch = costCents
  }
  return fits === bid.besidesCents ? 0 : fits
}
