import type { ServerResponse } from 'node:http'
import type { Reply } from '../protocol/apply-fault.ts'
import type { Answer } from './answer.ts'

/** Sends a reply, or fails as it says. The `Date` header shows the site's clock, as on the real site. */
export function send(response: ServerResponse, reply: Reply, siteNow: number) {
  switch (reply.kind) {
    case 'whole':
      writeHead(response, reply.answer, siteNow).end(reply.answer.body)
      return
    case 'truncated':
      writeHead(response, reply.answer, siteNow)
      response.write(reply.answer.body.slice(0, reply.answer.body.length / 2), () => response.socket?.destroy())
      return
    case 'trickle':
      writeHead(response, reply.answer, siteNow)
      trickle(response, Buffer.from(reply.answer.body), 1_000 / reply.bytesPerSecond)
      return
    case 'cut':
      response.socket?.resetAndDestroy()
      return
    case 'hang':
  }
}

function writeHead(response: ServerResponse, { status, headers, body }: Answer, siteNow: number) {
  return response.writeHead(status, {
    'x-content-type-options': 'nosniff',
    date: new Date(siteNow).toUTCString(),
    ...headers,
    'content-length': Buffer.byteLength(body),
  })
}

/** Sends byte by byte until the body is complete or the client disconnects. */
function trickle(response: ServerResponse, body: Buffer, intervalMs: number) {
  let sent = 0
  const timer = setInterval(() => {
    response.write(body.subarray(sent, ++sent))
    if (sent >= body.length) response.end()
  }, intervalMs)
  response.once('close', () => clearInterval(timer))
}
