import type { Deletion } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { requestsForOperator } from './deletion-queries.ts'

type Request = Awaited<ReturnType<typeof requestsForOperator>>[number]

/** The requests to delete accounts, for the operator. */
export async function listDeletions({ db }: Ctx): Promise<Deletion[]> {
  const requests = await requestsForOperator(db)
  return requests.map((request) => ({
    id: request.id,
    account_id: request.account_id,
    email: request.email,
    requested_by: request.requested_by,
    reason: request.reason,
    state: stateOf(request),
    requested_at: request.requested_at.toISOString(),
    due_at: request.due_at.toISOString(),
    ended_at: (request.completed_at ?? request.cancelled_at)?.toISOString() ?? null,
    left: { open_bids: request.open_bids, auctions: request.auctions, site_logins: request.site_logins },
  }))
}

function stateOf({ completed_at, cancelled_at, is_due }: Request): Deletion['state'] {
  if (completed_at) return 'completed'
  if (cancelled_at) return 'cancelled'
  return is_due ? 'overdue' : 'waiting'
}
