import type { Visitor } from '../../http/route.ts'
import { tellOwner } from '../../notifying/notifications/tell-owner.ts'
import type { AccountRow, Tx } from '../../platform/database/tables.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'

/**
 * Cancels the deletion of an account that its owner has asked for, because the owner has signed in. The operator's request
 * stays: `dueAt`, in epoch ms, is when it is carried out. `now` is epoch ms.
 */
export async function cancelDeletion(tx: Tx, account: AccountRow, visitor: Visitor, now: number) {
  const open = await tx
    .selectFrom('account_deletions')
    .select(['id', 'requested_by', 'due_at'])
    .where('account_id', '=', account.id)
    .where('cancelled_at', 'is', null)
    .where('completed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!open) return { isCancelled: false, dueAt: null }
  if (open.requested_by === 'operator') return { isCancelled: false, dueAt: open.due_at.getTime() }
  await tx
    .updateTable('account_deletions')
    .set({ cancelled_at: new Date(now) })
    .where('id', '=', open.id)
    .execute()
  await recordSecurityEvent(tx, { ...visitor, accountId: account.id, kind: 'deletion_cancelled', outcome: 'ok' })
  const { ipAddress } = visitor
  const about = { to: account.email, accountId: account.id }
  await tellOwner(tx, { ...about, kind: 'deletion_cancelled', values: { ipAddress } }, now)
  return { isCancelled: true, dueAt: null }
}
