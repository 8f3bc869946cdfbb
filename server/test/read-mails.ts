import { composeNews } from '../src/alerts/compose-news.ts'
import { composeMail } from '../src/notifying/mail/mail.ts'
import { renderMail } from '../src/notifying/mail/render-mail.ts'
import type { Db } from '../src/platform/database/tables.ts'

const PUBLIC_URL = 'https://bids.example.com'
const CONTEXT = { site: 'Auction House', zone: null }

/**
 * The mails to an address that wait in the outbox, in their order, as their recipient would read them; without the notices
 * of sign-ins, because tests sign in to see who still can. News of the account has the kind of its notification.
 */
export async function readMails(db: Db, to: string) {
  const rows = await db
    .selectFrom('deliveries as d')
    .leftJoin('notifications as n', 'n.id', 'd.notification_id')
    .select(['d.kind', 'd.content', 'n.kind as news', 'n.values', 'n.at'])
    .where('d.recipient', '=', to)
    .where('d.content', 'is not', null)
    .orderBy('d.created_at')
    .orderBy('d.position')
    .execute()
  return rows.flatMap(({ kind, content, news, values, at }) => {
    if (news === 'new_sign_in') return []
    const letter =
      news === null || values === null || at === null
        ? composeMail(kind, content)
        : composeNews({ kind: news, values, at: at.getTime() }, CONTEXT)
    const { subject, text, html } = renderMail(letter, PUBLIC_URL)
    const link = /^https:\S+\?token=\S+$/m.exec(text)?.[0] ?? null
    return { kind: news ?? kind, subject, text, html, token: link && new URL(link).searchParams.get('token') }
  })
}
