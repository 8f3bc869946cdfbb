import { type HistoryEntry, type HistoryMonth, SITE_ZONE } from '@bidwell/contract'

const IN_ZONE = new Intl.DateTimeFormat('en-US', { timeZone: SITE_ZONE, year: 'numeric', month: '2-digit' })
const NAMED = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** `2026-11`: the month of an instant (epoch ms) in the site's time zone, as the server's totals have it. */
export function monthOf(at: number): string {
  const parts = IN_ZONE.formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}`
}

/** `November 2026`. */
export const nameOfMonth = (month: string): string => NAMED.format(Date.parse(`${month}-01T00:00:00Z`))

const DAY = new Intl.DateTimeFormat('en-US', { timeZone: SITE_ZONE, month: 'short', day: 'numeric' })

/** `Nov 20`, for a place that already names the year. */
export const dayOfMonth = (at: number): string => DAY.format(at)

export type MonthGroup = { month: string; entries: HistoryEntry[] }

/** Entries that stand by date, by month. */
export function groupByMonth(entries: readonly HistoryEntry[]): MonthGroup[] {
  const groups: MonthGroup[] = []
  for (const entry of entries) {
    const month = monthOf(entry.at)
    const latest = groups.at(-1)
    if (latest?.month === month) latest.entries.push(entry)
    else groups.push({ month, entries: [entry] })
  }
  return groups
}

export type Spending = Pick<HistoryMonth, 'month' | 'spent' | 'saved' | 'sold' | 'profit'>

const MAX_MONTHS = 24

/**
 * The months of the chart, earliest first: from the first in which something was won or sold to the last, without a gap, and at
 * most the latest two years.
 */
export function spendingOf(months: readonly HistoryMonth[]): Spending[] {
  const known = new Map(months.filter(({ won, sold }) => won + sold > 0).map((month) => [month.month, month]))
  const names = [...known.keys()].toSorted()
  const [first] = names
  const last = names.at(-1)
  if (first === undefined || last === undefined) return []
  const every: Spending[] = []
  for (let month = last; month >= first && every.length < MAX_MONTHS; month = monthBefore(month)) {
    const { spent, saved, sold, profit } = known.get(month) ?? { spent: 0, saved: 0, sold: 0, profit: 0 }
    every.unshift({ month, spent, saved, sold, profit })
  }
  return every
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2)).toISOString().slice(0, 7)
}
