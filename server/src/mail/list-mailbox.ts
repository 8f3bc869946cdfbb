import type { Db } from '../platform/database/tables.ts'

const MAX_LISTED = 100

/** The latest mails of the mailbox, latest first. */
export function listMailbox(db: Db) {
  return db
    .selectFrom('mailbox')
    .select(['id', 'recipient', 'subject', 'sent_at'])
    .orderBy('sent_at', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

export async function readMailboxMail(db: Db, id: string) {
  return (await db.selectFrom('mailbox').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}
