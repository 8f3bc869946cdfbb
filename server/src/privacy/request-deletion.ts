import { type api, type Body, messages, normalizeEmail, type NotStopped } from '@bidwell/contract'
import { awaitStandDown } from '../connections/await-stand-down.ts'
import { forgetLogin } from '../connections/remove-credentials.ts'
import type { Ctx } from '../context/ctx.ts'
import type { Caller, Visitor } from '../http/route.ts'
import { accountByEmail, accountById, lockAccount } from '../identity/accounts/account-queries.ts'
import { endWaysIn } from '../identity/accounts/ways-in.ts'
import { lockCaller } from '../identity/sessions/lock-caller.ts'
import { tellOwner } from '../notifying/notifications/tell-owner.ts'
import { enqueue } from '../platform/enqueue.ts'
import { AppError } from '../platform/errors.ts'
import { type AdminCall, recordAdminAction } from '../trails/security-log/record-admin-action.ts'
import { recordSecurityEvent } from '../trails/security-log/record-security-event.ts'
import { addRequest } from './deletion-queries.ts'
import { stopBids } from './stop-bids.ts'

type Request = {
  accountId: number
  /** The owner, whose session ends last: its end would interrupt the answer on the owner's page. Null for the operator. */
  caller: Caller | null
  /** Who asks in the owner's place; null when the owner asks. */
  administrator: Caller | null
  /** The operator's reason; null when the owner asks. */
  reason: string | null
  visitor: Visitor
}

/**
 * Asks for the deletion of an account. At once and together: the request is stored, the site login is deleted, and the
 * sessions end. Then the pending bids are cancelled. The jobs delete the rest when the request is due, and cancel bids
 * that this call could not. Asking again finishes what is left, and does not move the date. Returns that date, epoch ms,
 * and the bids that are not stopped. Throws `session_revoked` when the owner's session ends meanwhile.
 */
export async function requestDeletion(
  ctx: Ctx,
  { accountId, caller, administrator, reason, visitor }: Request,
): Promise<{ dueAt: number; notStopped: NotStopped[] }> {
  const { db, clock } = ctx
  const now = clock.now()
  // The operator's address is not the owner's business.
  const shown = reason === null ? visitor : null
  const dueAt = await db.transaction().execute(async (tx) => {
    await (caller ? lockCaller(tx, caller) : lockAccount(tx, accountId))
    const requestedBy = reason === null ? 'owner' : 'operator'
    const request = await addRequest(tx, { accountId, requestedBy, reason })
    const due = request.dueAt.getTime()
    const hadLogin = await forgetLogin(tx, ctx, accountId)
    await endWaysIn(tx, accountId, 'account_deleted', { now, except: caller?.sessionId ?? null })
    const origin = {
      accountId,
      outcome: 'ok',
      ipAddress: shown?.ipAddress ?? null,
      userAgent: shown?.userAgent ?? null,
      requestId: visitor.requestId,
    } as const
    if (hadLogin) await recordSecurityEvent(tx, { ...origin, kind: 'site_login_removed' })
    // A paid plan is not renewed. The jobs tell the payment service, which may not answer now.
    await enqueue(tx, 'end-with-period', { accountId }, { jobKey: `end-with-period:${accountId}` })
    if (administrator && reason !== null) {
      const subject = `account ${accountId}`
      const call = { caller: administrator, ...visitor }
      await recordAdminAction(tx, call, { action: 'account_deleted', subject, reason })
    }
    if (request.isNew) {
      const details = { by: requestedBy, ...(reason !== null && { reason }) }
      await recordSecurityEvent(tx, { ...origin, kind: 'deletion_requested', details })
      const { email: to } = await accountById(tx, accountId)
      await tellOwner(tx, { kind: 'deletion_requested', to, accountId, values: { dueAt: due, reason } }, now)
    }
    return due
  })
  const notStopped = await stopBids(ctx, accountId)
  await awaitStandDown(ctx, accountId)
  if (caller) await db.transaction().execute((tx) => endWaysIn(tx, accountId, 'account_deleted', { now }))
  return { dueAt, notStopped }
}

/**
 * The same for the account with an e-mail, in its owner's place. Throws 404 without one, and `rule_broken` for the
 * administrator's own.
 */
export async function requestDeletionOf(
  ctx: Ctx,
  { email, reason }: Body<typeof api.deleteAccountOf>,
  { caller: administrator, ...visitor }: AdminCall,
) {
  const account = await accountByEmail(ctx.db, normalizeEmail(email))
  if (!account) throw new AppError('not_found', messages.privacy.accountNotFound)
  if (account.id === administrator.accountId) throw new AppError('rule_broken', messages.privacy.ownAccount)
  return requestDeletion(ctx, { accountId: account.id, caller: null, administrator, reason, visitor })
}
