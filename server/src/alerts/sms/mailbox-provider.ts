import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { SmsProvider } from './sms-provider.ts'

/** Keeps text messages for the page that shows the mails of a practice installation; a second copy is dropped. */
export const mailboxProvider = ({ db, clock }: { db: Db; clock: Clock }): SmsProvider => ({
  server: '',
  async send({ to, text, reference }) {
    await db
      .insertInto('mailbox')
      .values({
        id: reference,
        recipient: to,
        subject: 'Text message',
        html: pageOf(text),
        text,
        sent_at: new Date(clock.now()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return 'kept for the mailbox page'
  },
  listSent: async () => [],
})

const pageOf = (text: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Text message</title></head><body><p style="font: 16px/24px system-ui, sans-serif; white-space: pre-wrap; overflow-wrap: anywhere">${linked(escapeHtml(text))}</p></body></html>`

/** The link is the last word of an alert. */
const linked = (html: string) => html.replace(/https?:\/\/\S+$/, (url) => `<a href="${url}">${url}</a>`)
