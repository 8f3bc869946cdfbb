import { composeMail } from '../src/mail/mail.ts'
import { renderMail } from '../src/mail/render-mail.ts'
import type { Db } from '../src/platform/database/tables.ts'

const PUBLIC_URL = 'https://bids.example.com'

/**
 * The mails to an address that wait in the outbox, in their order, as their recipient would read them; without the notices
 * of sign-ins, because tests sign in to see who still can.
 */
export async function readMails(db: Db, to: string) {
  const rows = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('recipient', '=', to)
    .where('content', 'is not', null)
    .where('kind', '!=', 'new-sign-in')
    .orderBy('created_at')
    .execute()
  return rows.map(({ kind, content }) => {
    const { subject, text, html } = renderMail(composeMail(kind, content), PUBLIC_URL)
    const link = /^https:\S+\?token=\S+$/m.exec(text)?.[0] ?? null
    return { kind, subject, text, html, token: link && new URL(link).searchParams.get('token') }
  })
}
