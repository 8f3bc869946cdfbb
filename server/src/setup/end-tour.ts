import type { Clock } from '../platform/clock.ts'
import type { AccountRow, Db } from '../platform/database/tables.ts'

/** Records how the guided tour of an account ended. Only the first end counts: a repetition changes nothing. */
export async function endTour(
  { db, clock }: { db: Db; clock: Clock },
  accountId: number,
  outcome: NonNullable<AccountRow['tour_outcome']>,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ tour_outcome: outcome, tour_ended_at: new Date(clock.now()) })
    .where('id', '=', accountId)
    .where('tour_outcome', 'is', null)
    .execute()
}
