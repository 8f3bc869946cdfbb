import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const ACCOUNT_SID = `AC${'0'.repeat(31)}1`
export const AUTH_TOKEN = 'f'.repeat(32)

type Kept = { sid: string; to: string; from: string; body: string; encoding: string; validity: string }
/**
 * What happens to a message: it is accepted; accepted without an answer, by a connection that ends or hangs; refused with a
 * code of Twilio's; or put off.
 */
export type TwilioAnswer =
  | 'accept'
  | 'accept and cut'
  | 'accept and hang'
  | 'cut'
  | { status: number; code?: number; retryAfter?: string }

const alwaysAccept: (to: string) => TwilioAnswer = () => 'accept'

/** A stand-in for Twilio that behaves as https://www.twilio.com/docs/messaging/api describes it. */
export async function startTwilio() {
  const messages: Kept[] = []
  const stopped = new Set<string>()
  let answer = alwaysAccept
  const server = createServer((request, response) => void receive(request, response))

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', 'http://twilio')
    const login = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()
    if (login !== `${ACCOUNT_SID}:${AUTH_TOKEN}`) return reply(response, 401, { code: 20003, message: 'Authenticate' })
    if (url.pathname !== `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`)
      return reply(response, 404, { code: 20404 })
    await accept(request, response)
  }

  async function accept(request: IncomingMessage, response: ServerResponse) {
    const form = new URLSearchParams(await text(request))
    const [to = '', from = '', body = ''] = ['To', 'From', 'Body'].map((name) => form.get(name) ?? '')
    const behaviour = answer(to)
    if (typeof behaviour === 'object') {
      const { status, code, retryAfter } = behaviour
      return reply(response, status, { code: code ?? null, message: 'no', status }, retryAfter)
    }
    if (behaviour === 'cut') return void response.destroy()
    if (stopped.has(to)) {
      return reply(response, 400, { code: 21610, message: 'Attempt to send to unsubscribed recipient', status: 400 })
    }
    const [validity = '', encoding = ''] = ['ValidityPeriod', 'SmartEncoded'].map((name) => form.get(name) ?? '')
    const message = { sid: `SM${randomBytes(16).toString('hex')}`, to, from, body, encoding, validity }
    messages.push(message)
    if (behaviour === 'accept and cut') return void response.destroy()
    if (behaviour === 'accept and hang') return
    reply(response, 201, { sid: message.sid, status: 'queued', error_code: null })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    messages,
    stopped,
    answer(decide: (to: string) => TwilioAnswer) {
      answer = decide
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function reply(response: ServerResponse, status: number, body: object, retryAfter?: string) {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
  })
  response.end(JSON.stringify(body))
}
