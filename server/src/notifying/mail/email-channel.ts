import type { Config } from '../../config/config.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { Log } from '../../platform/log.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { type Channel, type Delivery, Refused } from '../deliveries/delivery.ts'
import { composeMail, MAIL_KINDS } from './mail.ts'
import { type Rendered, renderMail } from './render-mail.ts'
import { smtpChannel } from './smtp-channel.ts'

/** How this installation sends mail. Throws a StartupError when it has a sender and no mail server. */
export function openEmailChannel(
  { mail, http }: Pick<Config, 'mail' | 'http'>,
  { db, log, renderNotification }: { db: Db; log: Log; renderNotification: (delivery: Delivery) => Promise<Rendered> },
): Channel & Disposable {
  const { from, smtp, usesMailbox } = mail
  const render = async (delivery: Delivery) =>
    MAIL_KINDS.includes(delivery.kind)
      ? renderMail(composeMail(delivery.kind, delivery.content), http.publicUrl)
      : await renderNotification(delivery)
  const other = { name: 'email', atOnce: 2, [Symbol.dispose]: () => {} } as const
  if (usesMailbox) {
    return {
      ...other,
      /** Keeps the mail for the page that shows all mails; a second copy is dropped. */
      async send(delivery) {
        const { id, recipient, createdAt } = delivery
        const { subject, html, text } = await render(delivery)
        await db
          .insertInto('mailbox')
          .values({ id, recipient, subject, html, text, sent_at: new Date(createdAt) })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        return 'kept for the mailbox page'
      },
    }
  }
  if (from === null) {
    log.warn('SMTP_URL and MAIL_FROM are not set: no mail is sent, and nobody can reset a password')
    return { ...other, send: () => Promise.reject(new Refused('This installation has no mail server')) }
  }
  if (!smtp) throw new StartupError('SMTP_URL must be set for the jobs, which send the mail: MAIL_FROM is set')
  return smtpChannel(smtp, { from, render })
}
