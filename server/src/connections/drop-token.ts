import { messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import { AppError } from '../platform/errors.ts'

/** Deletes the stored site session: the next use of the connection logs in again. Throws 404 without a connection. */
export async function dropToken({ db, clock, marketplace }: Ctx, accountId: number) {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('connections')
      .set({ sealed_token: null, token_expires_at: null, updated_at: new Date(clock.now()) })
      .where('account_id', '=', accountId)
      .where('marketplace', '=', marketplace.id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('not_found', messages.connection.notStored(marketplace.siteName))
    await announceChange(tx, { what: 'connection', accountId })
  })
}
