import { messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import type { Caller } from '../http/route.ts'
import { lockCaller } from '../identity/sessions/lock-caller.ts'
import { AppError } from '../platform/errors.ts'

/** Throws `not_found` for a search that is another account's. */
export async function removeSearch({ db }: Ctx, caller: Caller, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const { numDeletedRows } = await tx
      .deleteFrom('searches')
      .where('id', '=', id)
      .where('account_id', '=', caller.accountId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('not_found', messages.search.notFound)
  })
}
