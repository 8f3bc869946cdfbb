import { messages } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Visitor } from '../../http/route.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import { announceChange } from '../../platform/changes/announce-change.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { findRequests, type RequestRow } from './request-queries.ts'

/** A request's amount and lead never change. Throws `not_found`, and `conflict` for one that was answered or has ended. */
export async function readOpenRequest(
  { db, clock, marketplace }: Ctx,
  accountId: number,
  id: number,
): Promise<RequestRow> {
  const at = await siteNow(db, marketplace.id, clock)
  const request = await findRequests(db, at)
    .where('r.account_id', '=', accountId)
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!request) throw new AppError('not_found', messages.waiting.notFound)
  if (request.state_now === 'open') return request
  const { scheduled_max_cents: scheduled, max_bid_cents: asked } = request
  const { highEnough, answered } = messages.waiting
  const isCovered = request.state_now === 'ended' && scheduled !== null && scheduled >= asked
  throw new AppError('conflict', isCovered ? highEnough : answered)
}

type Answer = { state: 'scheduled' | 'refused'; /** Epoch ms. */ at: number; visitor: Visitor }

/**
 * Notes the owner's answer. Throws `conflict` when another one came first: the caller holds the account's lock, so that two at once take
 * turns.
 */
export async function answerRequest(tx: Tx, request: RequestRow, { state, at, visitor }: Answer): Promise<void> {
  if (!(await closeRequest(tx, request, { state, at, visitor })))
    throw new AppError('conflict', messages.waiting.answered)
  await tx
    .updateTable('notifications')
    .set({ read_at: new Date(at) })
    .where('account_id', '=', request.account_id)
    .where('key', '=', `bid request ${request.id}`)
    .where('read_at', 'is', null)
    .execute()
  // The other browsers of the account show the request no longer.
  await announceChange(tx, { what: 'notification', accountId: request.account_id })
}

type Closing = {
  state: 'scheduled' | 'refused' | 'ended'
  at: number
  visitor: Pick<Visitor, 'ipAddress' | 'userAgent' | 'requestId'> | null
}

/** Closes an open request and says so in its owner's security log. Returns false when it was closed before. */
export async function closeRequest(tx: Tx, request: RequestRow, { state, at, visitor }: Closing): Promise<boolean> {
  const { id, account_id: accountId, token_name: token, max_bid_cents: max_cents, tracked_auction_id } = request
  const { numUpdatedRows } = await tx
    .updateTable('bid_requests')
    .set({ state, answered_at: new Date(at) })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const by = visitor ?? { ipAddress: null, userAgent: null, requestId: null }
  const details = { token, max_cents, request: id, auction: tracked_auction_id }
  await recordSecurityEvent(tx, { ...by, accountId, kind: `bid_request_${state}`, outcome: 'ok', details })
  return true
}
