import { completeTour, readSetupStatus, skipTour } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { type Route, route } from '../platform/route.ts'
import { endTour } from './end-tour.ts'

export function setupRoutes(deps: { db: Db; clock: Clock }): Route[] {
  return [
    route(readSetupStatus, async ({ caller }) => {
      const { tour_outcome } = await deps.db
        .selectFrom('accounts')
        .select('tour_outcome')
        .where('id', '=', caller.accountId)
        .executeTakeFirstOrThrow()
      return { data: {}, status: { should_show_guided_tour: tour_outcome === null } }
    }),
    route(completeTour, async ({ caller }) => {
      await endTour(deps, caller.accountId, 'completed')
      return { data: {} }
    }),
    route(skipTour, async ({ caller }) => {
      await endTour(deps, caller.accountId, 'skipped')
      return { data: {} }
    }),
  ]
}
