import { Agent, request } from 'undici'
import * as z from 'zod/mini'
import type { Twilio } from '../../config/config.ts'
import { PutOff, Refused, Unreachable } from '../../deliveries/delivery.ts'
import type { Clock } from '../../platform/clock.ts'
import { retryAtOf } from '../retry-at-of.ts'
import { unreachableOr } from '../unreachable.ts'

type TextMessage = {
  /** A number with its country, such as +15551234567. */
  to: string
  text: string
  /** From then on it is of no use. */
  validSeconds: number
  /** The same for each attempt of a delivery. */
  reference: string
}

/** What carries text messages. */
export type SmsProvider = AsyncDisposable & {
  /** What the conversation is with. */
  readonly server: string
  /** As `send` of a channel: returns the provider's name for the message. */
  send(message: TextMessage, signal: AbortSignal): Promise<string>
}

const CONNECT_TIMEOUT_MS = 5_000
const ANSWER_TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 65_536
const MAX_VALID_S = 14_400

/** What Twilio answers: the message's name, or an error: https://www.twilio.com/docs/api/errors */
const Answer = z.object({ sid: z.optional(z.string()), code: z.optional(z.nullable(z.number())) })
const STOPPED = 21610
/** No number, a region that the account does not send to, and no mobile phone. */
const TAKES_NONE: readonly (number | null)[] = [21211, 21408, 21614]

type Options = Twilio & { authToken: string; clock: Clock }

/**
 * Sends by Twilio: https://www.twilio.com/docs/messaging/api/message-resource. Twilio replaces letters that would make a message
 * longer, and sends to the regions that its account allows.
 */
export function twilio({ accountSid, authToken, from, apiUrl, clock }: Options): SmsProvider {
  const url = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
    maxResponseSize: MAX_ANSWER_BYTES,
  })
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }

  return {
    server: new URL(apiUrl).host,
    async send({ to, text, validSeconds }, signal) {
      const ValidityPeriod = String(Math.min(Math.max(Math.floor(validSeconds), 1), MAX_VALID_S))
      const form = { To: to, ...sender, Body: text, SmartEncoded: 'true', ValidityPeriod }
      const body = new URLSearchParams(form).toString()
      const asked = await request(url, { dispatcher, method: 'POST', headers, body, signal }).catch(
        (error: unknown) => {
          throw unreachableOr(error)
        },
      )
      const { sid, code = null } = Answer.safeParse(await asked.body.json().catch(() => null)).data ?? {}
      const status = asked.statusCode
      if (status === 201 || status === 200) return sid ?? `HTTP ${status}`
      if (status === 429 || status >= 500)
        throw new PutOff(`HTTP ${status}`, { retryAt: retryAtOf(asked, clock.now()) })
      // A mistake in the settings, which the operator can mend.
      if (status === 401 || status === 403) throw new Unreachable(`HTTP ${status}: Twilio refuses the account`)
      const because = code === STOPPED ? 'stop' : TAKES_NONE.includes(code) ? 'refused' : null
      throw new Refused(`HTTP ${status}, error ${code}`, { because })
    },
    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  }
}
