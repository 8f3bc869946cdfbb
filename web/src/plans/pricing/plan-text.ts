import { type BillingInterval, type Plan, UNLIMITED } from '@bidwell/contract'
import { centsOf, formatDollars } from '../../ui/money.ts'

/** `25 tracked auctions at a time`. */
export const auctionsText = (limit: number): string =>
  counted(limit, 'tracked auction', 'tracked auctions', 'at a time')

/** `15 snipes a month`; for a trial, `2 snipes in all`. */
export const snipesText = (limit: number, kind: Plan['kind']): string =>
  counted(limit, 'snipe', 'snipes', kind === 'trial' ? 'in all' : 'a month')

function counted(limit: number, one: string, many: string, scope: string): string {
  if (limit === UNLIMITED) return `Unlimited ${many}`
  if (limit === 0) return `No ${many}`
  return `${limit} ${limit === 1 ? one : many} ${scope}`
}

/** `1 tracked auction at a time and no snipes`. */
export const limitsText = ({ auction_limit, snipe_limit, kind }: Plan): string =>
  `${lowerFirst(auctionsText(auction_limit))} and ${lowerFirst(snipesText(snipe_limit, kind))}`

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** The id of the plan that stands out: of those that cost something, the middle one; null where there is no choice of them. */
export function recommendedPlan(plans: readonly Plan[]): string | null {
  const paid = plans.filter(({ kind }) => kind === 'paid')
  return paid.length > 1 ? (paid[Math.floor(paid.length / 2)]?.id ?? null) : null
}

/** Dollars per interval; null for a plan that cannot be bought. */
export const priceOf = (plan: Plan, interval: BillingInterval): number | null =>
  interval === 'month' ? plan.monthly_price : plan.yearly_price

/** `$4.99 a month`. */
export const priceText = (dollars: number, interval: BillingInterval): string =>
  `${formatDollars(dollars)} a ${interval}`

/** What a year saves against twelve months, dollars; 0 for nothing. */
export function yearlySaving({ monthly_price, yearly_price }: Plan): number {
  if (monthly_price === null || yearly_price === null) return 0
  return Math.max(0, 12 * centsOf(monthly_price) - centsOf(yearly_price)) / 100
}

/** How the prices of a year compare, in one sentence for all plans; null when that differs from plan to plan. */
export function yearText(plans: readonly Plan[]): string | null {
  const paid = plans.flatMap(({ monthly_price, yearly_price }) =>
    monthly_price === null || yearly_price === null
      ? []
      : [{ month: centsOf(monthly_price), year: centsOf(yearly_price) }],
  )
  const months = new Set(paid.map(({ month, year }) => year / month))
  const [number] = months
  const name = months.size === 1 && number !== undefined ? NUMBER_WORDS[number] : undefined
  return name === undefined ? null : `A year costs ${name} months.`
}

/** The numbers of months that a year can cost and still be worth a sentence. */
const NUMBER_WORDS: Record<number, string> = { 8: 'eight', 9: 'nine', 10: 'ten', 11: 'eleven' }
