import type { Db } from '../platform/database/tables.ts'
import type { Deliver } from './deliver.ts'

/** Keeps mails in a table, for the page /dev/mailbox. A mail that is delivered twice is kept once, as by its Message-ID. */
export function deliverToMailbox(db: Db): Deliver {
  return async ({ id, to, subject, html, text, writtenAt }) => {
    await db
      .insertInto('mailbox')
      .values({ id, recipient: to, subject, html, text, sent_at: new Date(writtenAt) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
