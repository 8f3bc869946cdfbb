import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from './listen.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/** A program that receives webhooks. It answers each call with `status`. */
export async function startReceiver() {
  const received: Received[] = []
  let status = 204
  async function receive(asked: IncomingMessage, answer: ServerResponse) {
    received.push({ path: asked.url ?? '', headers: asked.headers, body: await text(asked) })
    answer.writeHead(status).end()
  }
  const server = createServer((asked, answer) => void receive(asked, answer))
  const host = `127.0.0.1:${await listen(server)}`
  return {
    host,
    received,
    answersWith: (next: number) => void (status = next),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Whether a secret has signed a call, as https://www.standardwebhooks.com describes. */
export function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(signature)
}
