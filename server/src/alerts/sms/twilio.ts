import { Agent, request } from 'undici'
import * as z from 'zod/mini'
import type { Twilio } from '../../config/config.ts'
import { PutOff, Refused, Unreachable } from '../../deliveries/delivery.ts'
import type { Clock } from '../../platform/clock.ts'
import { retryAtOf } from '../retry-at-of.ts'
import type { SmsProvider } from './sms-provider.ts'

const CONNECT_TIMEOUT_MS = 5_000
const ANSWER_TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 2 * 1024 * 1024
const MIN_VALID_S = 1
const MAX_VALID_S = 14_400
/** More than a number receives while one delivery is tried. */
const LISTED = 200

const Accepted = z.object({ sid: z.string().check(z.regex(/^[A-Z]{2}[0-9a-f]{32}$/)) })
const Failure = z.object({ code: z.optional(z.nullable(z.number())), message: z.optional(z.string()) })
const Listed = z.object({
  messages: z.array(
    z.object({
      sid: z.string(),
      body: z.nullable(z.string()),
      status: z.string(),
      direction: z.string(),
      date_created: z.nullable(z.string()),
    }),
  ),
})

/** Twilio's error codes for numbers: https://www.twilio.com/docs/api/errors */
const STOPPED = 21610
const NO_MOBILE_NUMBERS: readonly number[] = [21211, 21614]
/** Messages that have not left Twilio, and will not. */
const FAILED: readonly string[] = ['failed', 'canceled']
/** Without a connection the message did not leave. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*|.*_CERT(_.*)?|UNABLE_TO_.*)$/

type Options = Twilio & { authToken: string; clock: Clock }

/** Sends by the API of Twilio: https://www.twilio.com/docs/messaging/api/message-resource */
export function twilio({ accountSid, authToken, from, apiUrl, clock }: Options): SmsProvider & AsyncDisposable {
  const messages = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
    maxResponseSize: MAX_ANSWER_BYTES,
  })
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }

  async function call(url: string, form: Record<string, string> | null, signal: AbortSignal) {
    try {
      const { statusCode, headers, body } = await request(url, {
        dispatcher: agent,
        method: form ? 'POST' : 'GET',
        headers: { authorization, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
        body: form && new URLSearchParams(form).toString(),
        signal,
      })
      return { status: statusCode, headers, body: await body.text() }
    } catch (error) {
      const { code } = error as { code?: string }
      throw NOT_CONNECTED.test(code ?? '') ? new Unreachable('Twilio could not be reached', { cause: error }) : error
    }
  }

  return {
    server: new URL(apiUrl).host,

    async send({ to, text, validSeconds }, signal) {
      const ValidityPeriod = String(Math.min(Math.max(Math.floor(validSeconds), MIN_VALID_S), MAX_VALID_S))
      const answer = await call(messages, { To: to, ...sender, Body: text, ValidityPeriod }, signal)
      if (answer.status === 201 || answer.status === 200) return Accepted.parse(JSON.parse(answer.body)).sid
      throw failureOf(answer, clock.now())
    },

    // Without `DateSent`: a message that waits at Twilio has no such date yet.
    async listSent(to, signal) {
      const query = new URLSearchParams({ To: to, PageSize: String(LISTED) })
      const { status, body } = await call(`${messages}?${query.toString()}`, null, signal)
      if (status !== 200) throw new Error(`HTTP ${status}: the list of messages could not be read`)
      return Listed.parse(JSON.parse(body))
        .messages.filter(({ status, direction }) => direction !== 'inbound' && !FAILED.includes(status))
        .map(({ sid, body, date_created }) => ({ id: sid, text: body ?? '', at: Date.parse(date_created ?? '') }))
    },

    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}

type TwilioAnswer = Awaited<{ status: number; headers: Record<string, string | string[] | undefined>; body: string }>

function failureOf(answer: TwilioAnswer, now: number): Error {
  const { status } = answer
  if (status === 429 || status >= 500) return new PutOff(`HTTP ${status}`, { retryAt: retryAtOf(answer, now) })
  // A mistake in the settings, which the operator can mend.
  if (status === 401 || status === 403) return new Unreachable(`HTTP ${status}: Twilio refuses the account`)
  const { code = null } = failureIn(answer.body)
  const said = `HTTP ${status}${code === null ? '' : `, error ${code}`}`
  if (code === STOPPED) return new Refused(`${said}: the number has answered STOP`, { because: 'stop' })
  if (code !== null && NO_MOBILE_NUMBERS.includes(code)) {
    return new Refused(`${said}: the number takes no text messages`, { because: 'refused' })
  }
  return new Refused(said)
}

function failureIn(body: string): z.infer<typeof Failure> {
  try {
    return Failure.parse(JSON.parse(body))
  } catch {
    return {}
  }
}
