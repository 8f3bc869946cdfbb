import { messages, type NotStopped } from '@bidwell/contract'
import { awaitPause, setPaused } from '../../bidding/pauses/pause-bidding.ts'
import type { Ctx } from '../../context/ctx.ts'
import { lockAccountIfAny } from '../../identity/accounts/account-queries.ts'
import { isAppointedAdmin } from '../../identity/accounts/is-admin.ts'
import { endWaysIn } from '../../identity/accounts/ways-in.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import { tellOwner } from '../../notifying/notifications/tell-owner.ts'
import { AppError } from '../../platform/errors.ts'
import { type AdminCall, recordAdminAction } from '../../trails/security-log/record-admin-action.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'

/** The administrator's address is not the owner's business. */
const byOperator = ({ requestId }: AdminCall, accountId: number) =>
  ({ accountId, outcome: 'ok', ipAddress: null, userAgent: null, requestId }) as const

/**
 * Suspends an account: nobody signs in to it, and its bidding is paused, so that no bid goes out which its owner can no longer
 * stop. The owner gets a mail with the reason. Suspending again finishes what an interruption left, and keeps the first
 * reason. Returns the bids that are not stopped. Throws 404 without such an account, `conflict` when it is suspended already,
 * and `rule_broken` for the administrator's own and for that of another administrator: a stolen one could otherwise keep all
 * others out.
 */
export async function suspendUser(ctx: Ctx, call: AdminCall, id: number, reason: string): Promise<NotStopped[]> {
  if (id === call.caller.accountId) throw new AppError('rule_broken', messages.admin.ownAccount)
  if (await isAppointedAdmin(ctx, id)) throw new AppError('rule_broken', messages.admin.suspendsAdministrator)
  const now = ctx.clock.now()
  const suspended = { suspended_at: new Date(now), suspended_because: reason, updated_at: new Date(now) }
  const by = { by: 'operator', reason } as const
  const at = await siteNow(ctx.db, ctx.marketplace.id, ctx.clock)
  const { pauseId, isNew } = await ctx.db.transaction().execute(async (tx) => {
    const account = await lockAccountIfAny(tx, id)
    if (!account) throw new AppError('not_found', messages.privacy.accountNotFound)
    const pauseId = await setPaused(tx, { accountId: id, paused: true, by, now })
    await endWaysIn(tx, id, 'suspended_by_operator', { now })
    if (account.suspended_at !== null) return { pauseId, isNew: false }
    await tx.updateTable('accounts').set(suspended).where('id', '=', id).execute()
    await recordAdminAction(tx, call, { action: 'account_suspended', subject: `account ${id}`, reason })
    await recordSecurityEvent(tx, { ...byOperator(call, id), kind: 'suspended_by_operator', details: { reason } })
    await tellOwner(tx, { kind: 'account_suspended', to: account.email, accountId: id, values: { reason } }, now)
    return { pauseId, isNew: true }
  })
  const { notStopped } = await awaitPause(ctx, { pauseId, accountId: id, by, at })
  if (!isNew) throw new AppError('conflict', messages.admin.suspendedAlready)
  return notStopped
}

/** Lifts the suspension of an account and tells its owner. Throws 404 without such an account, and `conflict` without a suspension. */
export async function reinstateUser({ db, clock }: Ctx, call: AdminCall, id: number, reason: string): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const account = await lockAccountIfAny(tx, id)
    if (!account) throw new AppError('not_found', messages.privacy.accountNotFound)
    if (account.suspended_at === null) throw new AppError('conflict', messages.admin.notSuspended)
    await tx
      .updateTable('accounts')
      .set({ suspended_at: null, suspended_because: null, updated_at: new Date(now) })
      .where('id', '=', id)
      .execute()
    await recordAdminAction(tx, call, { action: 'account_reinstated', subject: `account ${id}`, reason })
    await recordSecurityEvent(tx, { ...byOperator(call, id), kind: 'reinstated_by_operator', details: { reason } })
    await tellOwner(tx, { kind: 'account_reinstated', to: account.email, accountId: id, values: {} }, now)
  })
}
