import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'

const MOST_REPLIES = 50

/** Keeps the form of a reply that the product does not know, for the doctor to print. The newest stay. */
export async function keepUnknownReply(db: Db, siteId: string, shape: string): Promise<void> {
  await sql`
    insert into unknown_replies (marketplace, shape) values (${siteId}, ${shape})
    on conflict (marketplace, shape) do update set seen_at = now()`.execute(db)
  await sql`
    delete from unknown_replies
     where (marketplace, shape) in (
             select marketplace, shape from unknown_replies order by seen_at desc offset ${MOST_REPLIES})`.execute(db)
}

/** The forms that are kept, the newest first. */
export const listUnknownReplies = (db: Db) =>
  db.selectFrom('unknown_replies').select(['shape', 'seen_at']).orderBy('seen_at', 'desc').execute()
