import type { Data, listDestinations as endpoint } from '@bidwell/contract'
import { type PlanDeps, readEntitlement } from '../../plans/read-entitlement.ts'
import { presentDestination } from './present-destination.ts'

type Deps = PlanDeps & { /** Whether this installation sends text messages. */ sendsSms: boolean }

/** Where the account's alerts go, the oldest first, and whether a phone number can be among them. */
export async function listDestinations(deps: Deps, accountId: number): Promise<Data<typeof endpoint>> {
  const { db, clock, sendsSms } = deps
  const [rows, entitlement] = await Promise.all([
    db.selectFrom('destinations').selectAll().where('account_id', '=', accountId).orderBy('id').execute(),
    readEntitlement(deps, accountId),
  ])
  return {
    destinations: rows.map((row) => presentDestination(row, clock.now())),
    text_messages: sendsSms ? (entitlement.sms ? 'available' : 'not_in_plan') : 'unavailable',
  }
}
