import { type api, type Data, dollarsFromCents, type Query } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { type HistorySums, sumHistory } from './history-queries.ts'
import { filterOf } from './list-history.ts'

/** What the account has won, spent and saved by month, and altogether. */
export async function totalHistory(
  { db }: Ctx,
  accountId: number,
  filter: Query<typeof api.totalHistory>,
): Promise<Data<typeof api.totalHistory>> {
  const sums = await sumHistory(db, accountId, filterOf(filter))
  return {
    total: present(sums.find(({ month }) => month === null) ?? NOTHING),
    months: sums.flatMap((row) => (row.month === null ? [] : { month: row.month, ...present(row) })),
  }
}

const NOTHING: Omit<HistorySums, 'month'> = {
  entries: 0,
  won: 0,
  decided: 0,
  spent_cents: 0,
  saved_cents: 0,
  unpriced: 0,
  cost_cents: 0,
  costed: 0,
  read_in: 0,
  sold: 0,
  profit_cents: 0,
  profited: 0,
}

const present = ({ spent_cents, saved_cents, cost_cents, profit_cents, ...row }: Omit<HistorySums, 'month'>) => ({
  entries: row.entries,
  won: row.won,
  decided: row.decided,
  spent: dollarsFromCents(spent_cents),
  saved: dollarsFromCents(saved_cents),
  unpriced: row.unpriced,
  cost: dollarsFromCents(cost_cents),
  costed: row.costed,
  read_in: row.read_in,
  sold: row.sold,
  profit: dollarsFromCents(profit_cents),
  profited: row.profited,
})
