import { messages } from '@bidwell/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { escapeHtml } from '../../platform/escape-html.ts'

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** A mail is shown in a frame: it runs nothing, loads nothing, and its links open in the whole window. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
  'sandbox allow-top-navigation-by-user-activation'

/** Serves the mails of an installation without a mail server. Their links set passwords, so `path` must be a secret. */
export function serveMailbox(app: FastifyInstance, db: Db, path: string) {
  app.get(path, { schema: { hide: true } }, async (_request, reply) => {
    present(reply, PAGE_POLICY)
    return page('Mailbox', listOf(await listMailbox(db), path))
  })
  app.get<{ Params: { id: string } }>(`${path}/:id`, { schema: { hide: true } }, async (request, reply) => {
    const mail = await mailOf(request)
    present(reply, PAGE_POLICY)
    return page(mail.subject, pageOf(mail, path))
  })
  app.get<{ Params: { id: string } }>(`${path}/:id/html`, { schema: { hide: true } }, async (request, reply) => {
    const { html } = await mailOf(request)
    present(reply, MAIL_POLICY).header('X-Frame-Options', 'SAMEORIGIN')
    return html.replace('<head>', '<head><base target="_top">')
  })

  async function mailOf({ params: { id } }: FastifyRequest<{ Params: { id: string } }>) {
    const mail = /^[0-9a-f-]{36}$/.test(id) ? await readMailboxMail(db, id) : null
    if (!mail) throw new AppError('not_found', messages.generic.notFound)
    return mail
  }
}

/** The headers of a page that is never cached, and that runs and loads nothing. No link of a mail passes its address on. */
const present = (reply: FastifyReply, policy: string) =>
  reply
    .header('Content-Security-Policy', policy)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .type('text/html; charset=utf-8')

type Listed = { id: string; recipient: string; subject: string; sent_at: Date }

const listOf = (mails: readonly Listed[], path: string) =>
  mails.length === 0
    ? '<p class="faint">No mail yet. What Bidwell would send by mail or as a text message stands here, because SMTP_URL is not set.</p>'
    : `<p class="faint">What Bidwell would send by mail or as a text message, because SMTP_URL is not set.</p><ul>${mails
        .map(
          ({ id, recipient, subject, sent_at }) =>
            `<li><a href="${path}/${id}"><strong>${escapeHtml(subject)}</strong><span class="faint">${escapeHtml(recipient)}<time datetime="${sent_at.toISOString()}">${clockOf(sent_at)}</time></span></a></li>`,
        )
        .join('')}</ul>`

const pageOf = ({ id, recipient, sent_at, text }: Listed & { text: string }, path: string) =>
  `<p><a href="${path}">Mailbox</a></p>
<p class="faint">To ${escapeHtml(recipient)}, ${clockOf(sent_at)}</p>
<iframe title="The mail as HTML" src="${path}/${id}/html" sandbox="allow-top-navigation-by-user-activation"></iframe>
<h2>As plain text</h2>
<pre tabindex="0">${escapeHtml(text)}</pre>`

const clockOf = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Bidwell</title>
<style>
:root { --page: #f4f6f4; --card: #fff; --ink: #13201f; --faint: #465552; --line: #d3dad6; --action: #0b5a68; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0d1415; --card: #151e1f; --ink: #e9f0ee; --faint: #a9b8b5; --line: #2a3637; --action: #6cc7d6; }
}
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/24px system-ui, sans-serif; }
main { max-width: 720px; margin: 0 auto; padding: 24px 16px; }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 32px; font-weight: 600; overflow-wrap: anywhere; }
h2 { font-size: 16px; font-weight: 600; }
a { color: var(--action); }
a:focus-visible, pre:focus-visible { outline: 2px solid var(--action); outline-offset: 2px; }
.faint { color: var(--faint); font-size: 14px; line-height: 20px; }
ul { list-style: none; margin: 0; padding: 0; }
li { margin-bottom: 8px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
li a { display: block; min-height: 44px; padding: 12px 16px; color: inherit; text-decoration: none; }
li strong { display: block; font-weight: 600; }
li span { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; overflow-wrap: anywhere; }
iframe { box-sizing: border-box; width: 100%; height: 560px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); }
pre { padding: 16px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 14px; line-height: 20px; }
</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body>
</html>
`

const MAX_LISTED = 100

/** The latest mails of the mailbox, latest first. */
function listMailbox(db: Db) {
  return db
    .selectFrom('mailbox')
    .select(['id', 'recipient', 'subject', 'sent_at'])
    .orderBy('sent_at', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

async function readMailboxMail(db: Db, id: string) {
  return (await db.selectFrom('mailbox').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}
