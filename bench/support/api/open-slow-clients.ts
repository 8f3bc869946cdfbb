import { connect, type Socket } from 'node:net'

const BYTE_EVERY_MS = 1_000
const UNREAD_ANSWERS = 4

/** How a client is slow: it sends its headers, or its body, a byte a second; or it asks for long lists and reads nothing. */
const BEGINNINGS = {
  headers: (from: string) => `GET /api/health HTTP/1.1\r\nHost: bidwell\r\n${from}X-Slow: `,
  body: (from: string) =>
    `POST /api/bids HTTP/1.1\r\nHost: bidwell\r\n${from}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
  reading: (from: string) =>
    `GET /api/auctions?limit=50 HTTP/1.1\r\nHost: bidwell\r\n${from}\r\n`.repeat(UNREAD_ANSWERS),
} as const

/**
 * Opens `each` slow clients of each kind, from as many addresses, until disposed. One whose connection the server ends comes
 * back. `token` is that of a session.
 */
export function openSlowClients(origin: string, token: string, each: number): Disposable {
  const { hostname, port } = new URL(origin)
  const open = new Set<Socket>()
  let isOver = false
  const start = (kind: keyof typeof BEGINNINGS, n: number) => {
    const from = `X-Forwarded-For: 10.9.${Object.keys(BEGINNINGS).indexOf(kind)}.${n}\r\nAuthorization: Bearer ${token}\r\n`
    const socket = connect(Number(port), hostname)
    open.add(socket)
    socket.on('error', () => {})
    socket.once('connect', () => socket.write(BEGINNINGS[kind](from)))
    const dripping = setInterval(() => kind !== 'reading' && socket.write('a'), BYTE_EVERY_MS)
    if (kind === 'reading') socket.pause()
    else socket.resume()
    socket.once('close', () => {
      clearInterval(dripping)
      open.delete(socket)
      if (!isOver) setTimeout(() => !isOver && start(kind, n), BYTE_EVERY_MS).unref()
    })
  }
  for (const kind of Object.keys(BEGINNINGS) as (keyof typeof BEGINNINGS)[])
    for (let n = 1; n <= each; n += 1) start(kind, n)
  return {
    [Symbol.dispose]() {
      isOver = true
      for (const socket of open) socket.destroy()
    },
  }
}
