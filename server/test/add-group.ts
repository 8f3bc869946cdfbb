import type { Db } from '../src/platform/database/tables.ts'

type Terms = { accountId: number; mostWins?: number; extraWins?: number; budgetCents?: number | null }

/** Makes a group of bids that no engine holds, in the rows that the API would write. Returns its number. */
export async function addGroup(
  db: Db,
  { accountId, mostWins = 1, extraWins = 0, budgetCents = null }: Terms,
  bidIds: readonly number[],
): Promise<number> {
  const { id } = await db
    .insertInto('bid_groups')
    .values({
      account_id: accountId,
      name: 'Lamps',
      most_wins: mostWins,
      extra_wins: extraWins,
      budget_cents: budgetCents,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (bidIds.length > 0) await db.updateTable('bids').set({ group_id: id }).where('id', 'in', bidIds).execute()
  return id
}
