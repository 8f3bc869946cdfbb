import type { IncomingMessage } from 'node:http'
import { serveControl } from './control/serve-control.ts'
import type { House } from './house.ts'
import { empty, json } from './http/answer.ts'
import type { Incoming } from './http/incoming.ts'
import { servePage } from './pages/serve-page.ts'
import type { Reply } from './protocol/apply-fault.ts'
import { serveApi } from './protocol/serve-api.ts'

/** Routes a request by its path: protocol, control, health or pages. */
export async function serve(
  house: House,
  request: IncomingMessage,
  { body, firstByte }: { body: string | undefined; firstByte: number },
): Promise<Reply> {
  if (body === undefined) return whole({ ...empty(413), headers: { connection: 'close' } })

  const url = URL.parse(request.url ?? '', house.url)
  if (!url) return whole(empty(400))

  const incoming: Incoming = {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
    ip: request.socket.remoteAddress ?? '',
    firstByte,
  }
  if (/^\/api\//i.test(url.pathname)) return serveApi(house, incoming)
  if (url.pathname.startsWith('/_control')) return whole(serveControl(house, incoming))
  if (url.pathname === '/health') return whole(json({ status: 'ok' }))
  return whole(servePage(house, incoming))
}

const whole = (answer: ReturnType<typeof empty>): Reply => ({ kind: 'whole', answer })
