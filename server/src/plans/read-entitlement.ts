import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { decideEntitlement, type Entitlement } from './decide-entitlement.ts'
import type { Plans } from './load-plans.ts'
import { readStanding } from './plan-queries.ts'

/** `plans` is null on an installation without plans. */
export type PlanParts = { db: Db; clock: Clock; plans: Plans | null }

/** What the account may do now. */
export async function readEntitlement(
  { db, clock, plans }: Pick<PlanParts, 'db' | 'plans'> & { clock: Pick<Clock, 'now'> },
  accountId: number,
): Promise<Entitlement> {
  return decideEntitlement(plans, await readStanding(db, accountId), clock.now())
}
