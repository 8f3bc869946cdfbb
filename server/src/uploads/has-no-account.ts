import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'

/** Whether nobody has ever registered here, or everybody has been deleted: then a backup replaces nothing. */
export async function hasNoAccount(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`select not exists (select from accounts) as "isEmpty"`.execute(db)
  return rows[0]?.isEmpty === true
}
