import type { Config } from '../../config/config.ts'
import type { Ctx } from '../../context/ctx.ts'
import { type Channel, type Delivery, PutOff, Refused } from '../../notifying/deliveries/delivery.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import type { Alert } from '../compose-alert.ts'
import { requireDestination } from '../destinations/require-destination.ts'
import { composeCode, composeText } from './compose-text.ts'
import { countAttempted, MOST_OF_ONE, NONE_LEFT } from './count-texts.ts'
import { CODE_KIND, CodeContent } from './sms-code.ts'
import { type SmsProvider, twilio } from './twilio.ts'

type ChannelCtx = Ctx & {
  /** What a delivery tells. */
  compose: (delivery: Delivery) => Promise<Alert>
}

const AT_ONCE = 8
const ANSWER_TIMEOUT_MS = 15_000

/**
 * Tells alerts, and codes, by text message. Each costs money: one whose second attempt gets no answer ends, and so does one over
 * the budget of the day.
 */
export function smsChannel({ sms, http }: Pick<Config, 'sms' | 'http'>, ctx: ChannelCtx): Channel {
  const { db, clock } = ctx
  const provider = providerOf({ sms }, ctx)
  return {
    name: 'sms',
    atOnce: AT_ONCE,
    async send(delivery, signal) {
      // It may have sent some before: the numbers are still there.
      if (sms === null) throw new Refused('This installation sends no text messages')
      const { verified_at } = await requireDestination(db, delivery)
      // A number that is not proved gets nothing but a code.
      if (verified_at === null && delivery.kind !== CODE_KIND) throw new Refused('The number is not verified')
      const { accountId, recipient: to } = delivery
      const { text, until } = await textOf(ctx, delivery, http.publicUrl)
      // Counted with this one, so that two at once do not both take the last place.
      const { ofAll, ofOne } = await countAttempted(db, { accountId, to, now: clock.now() })
      if (ofAll > sms.dailyBudget) throw new Refused(`${NONE_LEFT} for the installation`)
      if (ofOne > MOST_OF_ONE) throw new Refused(`${NONE_LEFT} for the account or the number`)
      const message = { to, text, validSeconds: (until - clock.now()) / 1_000, reference: delivery.id }
      try {
        return await withTimeout(clock, ANSWER_TIMEOUT_MS, signal, (inTime) => provider.send(message, inTime))
      } catch (error) {
        if (delivery.attempt === 1 || error instanceof Refused || error instanceof PutOff) throw error
        throw new Refused('No answer came, and the message may have been sent')
      }
    },
  }
}

async function textOf(
  { compose }: ChannelCtx,
  delivery: Delivery,
  publicUrl: string,
): Promise<{ text: string; until: number }> {
  if (delivery.kind === CODE_KIND) {
    const { code } = CodeContent.parse(delivery.content)
    return { text: composeCode(code, publicUrl), until: delivery.giveUpAt }
  }
  const alert = await compose(delivery)
  return { text: composeText(alert, publicUrl), until: Math.min(alert.until, delivery.giveUpAt) }
}

/** Throws a StartupError when there is a sender and not the token. */
function providerOf({ sms }: Pick<Config, 'sms'>, ctx: ChannelCtx): SmsProvider {
  if (!sms?.twilio) return mailbox(ctx)
  const { authToken } = sms.twilio
  if (authToken === null) {
    throw new StartupError('TWILIO_AUTH_TOKEN must be set for the jobs, which send text messages: TWILIO_FROM is set')
  }
  return twilio(sms.twilio, { authToken, clock: ctx.clock })
}

/** Keeps text messages for the page that shows the mails of a practice installation; a second copy is dropped. */
const mailbox = ({ db, clock }: ChannelCtx): SmsProvider => ({
  async send({ to, text, reference }) {
    const message = { recipient: to, subject: 'Text message', html: pageOf(text), text, sent_at: new Date(clock.now()) }
    await db
      .insertInto('mailbox')
      .values({ id: reference, ...message })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return 'kept for the mailbox page'
  },
})

/** The link is the last word of an alert. */
const pageOf = (text: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Text message</title></head><body><p style="font: 16px/24px system-ui, sans-serif; white-space: pre-wrap; overflow-wrap: anywhere">${escapeHtml(text).replace(/https?:\/\/\S+$/, '<a href="$&">$&</a>')}</p></body></html>`
