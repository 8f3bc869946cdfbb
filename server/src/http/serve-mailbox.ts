import { messages } from '@bidwell/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { listMailbox, readMailboxMail } from '../mail/list-mailbox.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import { isLoopback } from '../platform/is-loopback.ts'

export const MAILBOX_PATH = '/dev/mailbox'
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** A mail is shown in a frame: it runs nothing, loads nothing, and its links open in the whole window. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
  'sandbox allow-top-navigation-by-user-activation'

/**
 * Serves the mails of an installation without a mail server. Their links set passwords, so the pages answer 'not found'
 * to a request that a proxy has forwarded, or that was not addressed to this machine by name.
 */
export function serveMailbox(app: FastifyInstance, db: Db) {
  app.get(MAILBOX_PATH, { schema: { hide: true } }, async (request, reply) => {
    checkIsLocal(request)
    present(reply, PAGE_POLICY)
    return page('Mailbox', listOf(await listMailbox(db)))
  })
  app.get<{ Params: { id: string } }>(`${MAILBOX_PATH}/:id`, { schema: { hide: true } }, async (request, reply) => {
    const mail = await mailOf(request)
    present(reply, PAGE_POLICY)
    return page(mail.subject, pageOf(mail))
  })
  app.get<{ Params: { id: string } }>(
    `${MAILBOX_PATH}/:id/html`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { html } = await mailOf(request)
      present(reply, MAIL_POLICY).header('X-Frame-Options', 'SAMEORIGIN')
      return html.replace('<head>', '<head><base target="_top">')
    },
  )

  async function mailOf(request: FastifyRequest<{ Params: { id: string } }>) {
    checkIsLocal(request)
    const { id } = request.params
    const mail = /^[0-9a-f-]{36}$/.test(id) ? await readMailboxMail(db, id) : null
    if (!mail) throw notFound()
    return mail
  }
}

/** The headers of a page that is never cached, and that runs and loads nothing. */
const present = (reply: FastifyReply, policy: string) =>
  reply.header('Content-Security-Policy', policy).header('Cache-Control', 'no-store').type('text/html; charset=utf-8')

function checkIsLocal({ hostname, headers }: FastifyRequest) {
  const isForwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].some(
    (name) => headers[name] !== undefined,
  )
  if (!isLoopback(hostname) || isForwarded) throw notFound()
}

const notFound = () => new AppError('not_found', messages.generic.notFound)

type Listed = { id: string; recipient: string; subject: string; sent_at: Date }

const listOf = (mails: readonly Listed[]) =>
  mails.length === 0
    ? '<p class="faint">No mail yet. What Bidwell would send by mail stands here, because SMTP_URL is not set.</p>'
    : `<p class="faint">What Bidwell would send by mail, because SMTP_URL is not set.</p><ul>${mails
        .map(
          ({ id, recipient, subject, sent_at }) =>
            `<li><a href="${MAILBOX_PATH}/${id}"><strong>${escapeHtml(subject)}</strong><span class="faint">${escapeHtml(recipient)}<time datetime="${sent_at.toISOString()}">${clockOf(sent_at)}</time></span></a></li>`,
        )
        .join('')}</ul>`

const pageOf = ({ id, recipient, sent_at, text }: Listed & { text: string }) =>
  `<p><a href="${MAILBOX_PATH}">Mailbox</a></p>
<p class="faint">To ${escapeHtml(recipient)}, ${clockOf(sent_at)}</p>
<iframe title="The mail as HTML" src="${MAILBOX_PATH}/${id}/html" sandbox="allow-top-navigation-by-user-activation"></iframe>
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
