import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/database/tables.ts'
import type { Log } from '../platform/log.ts'
import { StartupError } from '../platform/startup-error.ts'
import { type Deliver, deliverNowhere } from './deliver.ts'
import { deliverBySmtp } from './deliver-by-smtp.ts'
import { deliverToMailbox } from './deliver-to-mailbox.ts'

/** How this installation delivers mail. Throws a StartupError when it has a sender and no mail server. */
export function openDelivery({ mail }: Pick<Config, 'mail'>, { db, log }: { db: Db; log: Log }): Deliver {
  const { from, smtp, usesMailbox } = mail
  if (usesMailbox) return deliverToMailbox(db)
  if (from === null) {
    log.warn('SMTP_URL and MAIL_FROM are not set: no mail is sent, and nobody can reset a password')
    return deliverNowhere
  }
  if (!smtp) throw new StartupError('SMTP_URL must be set for the jobs, which send the mail: MAIL_FROM is set')
  return deliverBySmtp(smtp, { from })
}
