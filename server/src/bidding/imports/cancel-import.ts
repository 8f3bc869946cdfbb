import { type Import, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import type { AnyCaller } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import type { Db } from '../../platform/database/tables.ts'
import { getImport } from './list-imports.ts'

/** Leaves out the lines that are not done. What is tracked stays, without the bid that it has not got yet. Throws `not_found`. */
export async function cancelImport({ db, clock }: Ctx, caller: AnyCaller, id: number): Promise<Import> {
  const { accountId } = caller
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await getImport(tx, accountId, id)
    await cancelLines(tx, id)
    await tx
      .updateTable('imports')
      .set({ ended_at: new Date(clock.now()) })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
    return getImport(tx, accountId, id)
  })
}

/** Leaves out the lines of an import that are not done. A line that is being done finds out before it tracks or bids. */
export const cancelLines = (db: Db, importId: number) =>
  sql`
    update import_lines
       set fault = case when state = 'begun' then ${messages.importing.cancelledInside} end,
           state = case when state = 'begun' then 'tracked' else 'cancelled' end
     where import_id = ${importId} and state in ('waiting', 'begun')`.execute(db)
