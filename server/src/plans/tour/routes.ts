import { api } from '@bidwell/contract'
import { done, type Route, route } from '../../http/route.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AccountRow, Db } from '../../platform/database/tables.ts'

export function tourRoutes(deps: { db: Db; clock: Clock }): Route[] {
  return [
    route(api.readSetupStatus, async ({ caller }) => {
      const { tour_outcome } = await deps.db
        .selectFrom('accounts')
        .select('tour_outcome')
        .where('id', '=', caller.accountId)
        .executeTakeFirstOrThrow()
      return { data: {}, status: { should_show_guided_tour: tour_outcome === null } }
    }),
    route(api.completeTour, ({ caller }) => done(endTour(deps, caller.accountId, 'completed'))),
    route(api.skipTour, ({ caller }) => done(endTour(deps, caller.accountId, 'skipped'))),
  ]
}

/** Records how the guided tour of an account ended. Only the first end counts: a repetition changes nothing. */
async function endTour(
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
