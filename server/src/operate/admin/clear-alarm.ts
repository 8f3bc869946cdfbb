import { type api, type Body, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { type AdminCall, recordAdminAction } from '../../trails/security-log/record-admin-action.ts'

/** Clears one alarm; what it said stays in the log of actions. Throws 404 when it is cleared already. */
export async function clearAlarm(
  db: Db,
  call: AdminCall,
  { kind, subject, reason }: Body<typeof api.clearAlarm>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      delete from alarms where kind = ${kind} and subject = ${subject}`.execute(tx)
    if (numAffectedRows === 0n) throw new AppError('not_found', messages.admin.alarmGone)
    const what = `alarm ${kind} about ${subject}`
    await recordAdminAction(tx, call, { action: 'alarm_cleared', subject: what, reason })
  })
}
