import type { Config } from '../../config/config.ts'
import { type Channel, Refused } from '../../deliveries/delivery.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { smsChannel, type SmsDeps } from './sms-channel.ts'
import type { SmsProvider } from './sms-provider.ts'
import { twilio } from './twilio.ts'

/** How this installation sends text messages. Throws a StartupError when it has a sender and not the token. */
export function openSmsChannel(
  { sms, http }: Pick<Config, 'sms' | 'http'>,
  deps: Pick<SmsDeps, 'db' | 'clock' | 'compose'>,
): Channel & AsyncDisposable {
  const kept = { [Symbol.asyncDispose]: async () => {} }
  if (sms === null) {
    // It may have sent some before: the numbers are still there.
    return { name: 'sms', atOnce: 2, dropsCopies: true, serverOf: () => '', send: refuse, ...kept }
  }
  const parts = { ...deps, publicUrl: http.publicUrl, dailyBudget: sms.dailyBudget }
  if (sms.twilio === null) {
    return { ...smsChannel({ ...parts, provider: mailboxProvider(deps) }), ...kept }
  }
  const { authToken } = sms.twilio
  if (authToken === null) {
    throw new StartupError('TWILIO_AUTH_TOKEN must be set for the jobs, which send text messages: TWILIO_FROM is set')
  }
  const provider = twilio({ ...sms.twilio, authToken, clock: deps.clock })
  return { ...smsChannel({ ...parts, provider }), [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose]() }
}

const refuse = () => Promise.reject(new Refused('This installation sends no text messages'))

/** Keeps text messages for the page that shows the mails of a practice installation; a second copy is dropped. */
const mailboxProvider = ({ db, clock }: { db: Db; clock: Clock }): SmsProvider => ({
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
