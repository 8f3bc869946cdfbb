import { messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller, Visitor } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'

/** Sends no more alerts to one of the account's destinations. Throws `not_found`, and `conflict` for its e-mail address. */
export async function removeDestination({ db }: Ctx, caller: Caller, id: number, visitor: Visitor): Promise<void> {
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
    if (channel === 'sms') await keepNumberOfProfile(tx, accountId)
    const details = { channel }
    await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'destination_removed', outcome: 'ok', details })
  })
}

/** The number of the profile is one that is left, or none: a withdrawn number is not kept. */
const keepNumberOfProfile = (tx: Tx, accountId: number) =>
  sql`
    update accounts set (phone_number, sms_opt_in) =
           (select max(substr(address, 3)), count(*) > 0 from destinations where account_id = ${accountId} and channel = 'sms')
     where id = ${accountId}`.execute(tx)
