import { messages } from '@bidwell/contract'
import type { Caller, Visitor } from '../../http/route.ts'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../security-log/record-security-event.ts'
import { lockCaller } from '../../sessions/lock-caller.ts'

/** Sends no more alerts to one of the account's destinations. Throws `not_found`, and `conflict` for its e-mail address. */
export async function removeDestination(
  { db }: { db: Db },
  caller: Caller,
  id: number,
  visitor: Visitor,
): Promise<void> {
  const { accountId } = caller
  await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const { channel } =
      (await tx
        .selectFrom('destinations')
        .select('channel')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst()) ?? {}
    if (!channel) throw new AppError('not_found', messages.generic.notFound)
    if (channel === 'email') throw new AppError('conflict', messages.destination.emailFollowsAccount)
    await tx.deleteFrom('destinations').where('id', '=', id).execute()
    const details = { channel }
    await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'destination_removed', outcome: 'ok', details })
  })
}
