import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import tls from 'node:tls'

/** What the server does to the socket of a request. */
export type Treatment = (socket: Socket, request: string) => void

export type HostileServer = AsyncDisposable & {
  apiUrl: string
  /** Each request with head and body, in the order of arrival. */
  requests: string[]
  /** The number of connections so far, and of those that are open. */
  connections: { made: number; open: Set<Socket> }
  /** Sets what the server does to later requests. */
  treat(treatment: Treatment): void
  /** Ends every open connection in order; resolves when the clients have closed them too. */
  hangUp(): Promise<void>
  /** Resolves when this many requests have arrived. */
  received(count: number): Promise<void>
}

/** A server of raw bytes on a real socket, for behaviour that an HTTP library does not allow. */
export async function hostileServer(secure?: { key: string; cert: string }): Promise<HostileServer> {
  const requests: string[] = []
  const connections = { made: 0, open: new Set<Socket>() }
  const waiting = new Set<() => void>()
  let treatment: Treatment = refuse

  function serve(socket: Socket) {
    connections.made += 1
    connections.open.add(socket)
    let pending = ''
    socket.on('data', (bytes) => {
      pending += bytes.toString('latin1')
      for (let end = endOfRequest(pending); end !== null; end = endOfRequest(pending)) {
        const request = pending.slice(0, end)
        pending = pending.slice(end)
        requests.push(request)
        for (const wake of waiting) wake()
        treatment(socket, request)
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => connections.open.delete(socket))
  }

  const server: Server = secure ? tls.createServer(secure, serve) : createServer(serve)
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address object.
  const { port } = server.address() as AddressInfo

  return {
    apiUrl: `${secure ? 'https://localhost' : 'http://127.0.0.1'}:${port}/api/`,
    requests,
    connections,
    treat(next) {
      treatment = next
    },
    async hangUp() {
      await Promise.all([...connections.open].map((socket) => once(socket.end(), 'close')))
    },
    async received(count) {
      while (requests.length < count) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.add(resolve)
        await promise
        waiting.delete(resolve)
      }
    },
    async [Symbol.asyncDispose]() {
      for (const socket of connections.open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const refuse: Treatment = (socket) => socket.destroy()

function endOfRequest(text: string) {
  const head = text.indexOf('\r\n\r\n')
  if (head === -1) return null
  const [, length = '0'] = /^content-length: (\d+)$/im.exec(text.slice(0, head)) ?? []
  const end = head + 4 + Number(length)
  return text.length < end ? null : end
}

/** An HTTP response as bytes, with its content length; `headers` override it. */
export function httpAnswer(status: number, body: string, headers: Record<string, string> = {}) {
  const all = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n${body}`
}

/** Answers every request with the same response. */
export const always =
  (...bytes: string[]): Treatment =>
  (socket) => {
    for (const piece of bytes) socket.write(piece)
  }

/** Sends data for as long as the client reads. */
export const endlessly: Treatment = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
  const more = () => {
    while (!socket.destroyed && socket.write(`1000\r\n${' '.repeat(4_096)}\r\n`));
  }
  socket.on('drain', more)
  more()
}
