import { messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { accountById } from '../identity/accounts/account-queries.ts'
import { tellOwner } from '../notifying/notifications/tell-owner.ts'
import { AppError } from '../platform/errors.ts'
import { type AdminCall, recordAdminAction } from '../trails/security-log/record-admin-action.ts'
import { recordSecurityEvent } from '../trails/security-log/record-security-event.ts'

/** Cancels a request to delete an account, for the administrator; the owner is told. Throws 404 when it is not open. */
export async function keepAccount({ db, clock }: Ctx, call: AdminCall, requestId: number, reason: string) {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const cancelled = await tx
      .updateTable('account_deletions')
      .set({ cancelled_at: new Date(now) })
      .where('id', '=', requestId)
      .where('cancelled_at', 'is', null)
      .where('completed_at', 'is', null)
      .returning('account_id')
      .executeTakeFirst()
    if (!cancelled) throw new AppError('not_found', messages.privacy.requestEnded)
    const { id: accountId, email: to } = await accountById(tx, cancelled.account_id)
    // The operator's address is not the owner's business.
    const origin = { ipAddress: null, userAgent: null, requestId: call.requestId }
    const details = { by: 'operator' }
    await recordSecurityEvent(tx, { ...origin, accountId, kind: 'deletion_cancelled', outcome: 'ok', details })
    await recordAdminAction(tx, call, { action: 'account_kept', subject: `account ${accountId}`, reason })
    await tellOwner(tx, { kind: 'account_kept', to, accountId, values: {} }, now)
  })
}
