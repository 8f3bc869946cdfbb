import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceivedCall = { method: string; path: string; headers: IncomingHttpHeaders; body: string }

/**
 * `drips`: the body never ends, with a byte now and then. `cut`: the connection ends once the call has arrived, without an answer.
 * `hang`: nothing more happens.
 */
export type ReceiverAnswer =
  | { status: number; headers?: Record<string, string>; body?: string; drips?: boolean }
  | 'cut'
  | 'hang'

const noContent: (call: ReceivedCall) => ReceiverAnswer = () => ({ status: 204 })

/** A server of a user, which keeps the calls of webhooks that arrive. */
export async function startWebhookReceiver({ host = '127.0.0.1', port = 0 } = {}) {
  const calls: ReceivedCall[] = []
  let answer = noContent
  let connections = 0
  const server = createServer((request, response) => void receive(request, response))
  async function receive(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '', headers } = request
    const call = { method, path: url, headers, body: await text(request) }
    calls.push(call)
    respond(answer(call), response)
  }
  server.on('connection', () => (connections += 1))
  server.listen(port, host)
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://${host}:${own}`,
    host: `${host}:${own}`,
    port: own,
    calls,
    connections: () => connections,
    answer(decide: (call: ReceivedCall) => ReceiverAnswer) {
      answer = decide
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function respond(answer: ReceiverAnswer, response: ServerResponse) {
  if (answer === 'hang') return
  if (answer === 'cut') return void response.destroy()
  // By the clock of the test, not by the machine's.
  response.sendDate = false
  response.writeHead(answer.status, answer.headers)
  if (!answer.drips) return void response.end(answer.body ?? '')
  const drip = setInterval(() => response.write('x'), 100)
  response.once('close', () => clearInterval(drip))
}
