import { queueMail } from '../mail/queue-mail.ts'
import type { AccountRow, Tx } from '../platform/database/tables.ts'
import type { Visitor } from '../platform/route.ts'
import { recordSecurityEvent } from '../security-log/record-security-event.ts'

/** Cancels the deletion of an account because its owner has signed in. Returns whether one was waiting. `now` is epoch ms. */
export async function cancelDeletion(tx: Tx, account: AccountRow, visitor: Visitor, now: number): Promise<boolean> {
  const cancelled = await tx
    .updateTable('account_deletions')
    .set({ cancelled_at: new Date(now) })
    .where('account_id', '=', account.id)
    .where('cancelled_at', 'is', null)
    .where('completed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!cancelled) return false
  await recordSecurityEvent(tx, { ...visitor, accountId: account.id, kind: 'deletion_cancelled', outcome: 'ok' })
  const { ipAddress } = visitor
  const mail = { kind: 'deletion-cancelled', to: account.email, accountId: account.id, at: now, ipAddress } as const
  await queueMail(tx, mail, { now })
  return true
}
