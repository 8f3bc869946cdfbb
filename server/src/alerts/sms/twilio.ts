import { request } from 'undici'
import * as z from 'zod/mini'
import type { Twilio } from '../../config/config.ts'
import { PutOff } from '../../notifying/deliveries/delivery.ts'
import type { Clock } from '../../platform/clock.ts'
import { failureOfAnswer, failureOfConnection } from '../failure-of-answer.ts'

/** What carries text messages. */
export type SmsProvider = {
  /** As `send` of a channel: returns the provider's name for the message. */
  send(message: TextMessage, signal: AbortSignal): Promise<string>
}

type TextMessage = {
  /** A number with its country, such as +15551234567. */
  to: string
  text: string
  /** From then on it is of no use. */
  validSeconds: number
  /** The same for each attempt of a delivery. */
  reference: string
}

const MAX_VALID_S = 14_400

/** What Twilio answers: the message's name, or an error: https://www.twilio.com/docs/api/errors */
const Answer = z.object({ sid: z.optional(z.string()), code: z.optional(z.nullable(z.number())) })
const STOPPED = 21610
/** No number, a region that the account does not send to, and no mobile phone. */
const TAKES_NONE: readonly (number | null)[] = [21211, 21408, 21614]

/**
 * Sends by Twilio: https://www.twilio.com/docs/messaging/api/message-resource. Twilio replaces letters that would make a message
 * longer, and sends to the regions that its account allows.
 */
export function twilio(
  { accountSid, from, apiUrl }: Twilio,
  { authToken, clock }: { authToken: string; clock: Clock },
): SmsProvider {
  const url = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
  return {
    async send({ to, text, validSeconds }, signal) {
      const ValidityPeriod = String(Math.min(Math.max(Math.floor(validSeconds), 1), MAX_VALID_S))
      const form = { To: to, ...sender, Body: text, SmartEncoded: 'true', ValidityPeriod }
      const body = new URLSearchParams(form).toString()
      const asked = await request(url, { method: 'POST', headers, body, signal }).catch((error: unknown) => {
        throw failureOfConnection(error)
      })
      const { sid, code = null } = Answer.safeParse(await asked.body.json().catch(() => null)).data ?? {}
      const status = asked.statusCode
      if (status === 201 || status === 200) return sid ?? `HTTP ${status}`
      // A mistake in the settings, which the operator can mend.
      if (status === 401 || status === 403) throw new PutOff(`HTTP ${status}: Twilio refuses the account`)
      const because = code === STOPPED ? 'stop' : TAKES_NONE.includes(code) ? 'refused' : null
      const said = code === null ? '' : `error ${code}`
      throw failureOfAnswer({ status, headers: asked.headers }, { now: clock.now(), said, because })
    },
  }
}
