import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monotonicTimer, type Timer } from './clock.ts'
import { type Control, controlOf } from './control/control.ts'
import { createHouse } from './house.ts'
import { stampFirstBytes } from './http/first-byte.ts'
import { readBody } from './http/read-body.ts'
import { send } from './http/send.ts'
import { serve } from './serve.ts'

const CATCH_UP_INTERVAL_MS = 1_000
// The idle timeout of the real site's load balancer.
const KEEP_ALIVE_MS = 75_000

export type AuctionHouseOptions = {
  /** 0 picks a free port. */
  port: number
  host?: string
  seed?: number
  /** Whether the house opens generated items. Tests open their own items instead. */
  sampleItems: boolean
  /** The time source of the site's clock; by default a monotonic timer. */
  clock?: Timer
  onError?: (error: unknown) => void
}

export type AuctionHouse = AsyncDisposable & {
  /** Such as `http://127.0.0.1:3001`. */
  url: string
  /** Ends in a slash. */
  apiUrl: string
  controlUrl: string
  control: Control
}

export const DEFAULT_SEED = 20_261_007

/**
 * Starts the auction house. Disposing cuts all connections and stops at once. It uses plain `node:http`, since faults
 * need the socket, and the time of a request's first byte is recorded ahead of the HTTP parser.
 */
export async function startAuctionHouse(options: AuctionHouseOptions): Promise<AuctionHouse> {
  const {
    port,
    host = '127.0.0.1',
    seed = DEFAULT_SEED,
    sampleItems,
    clock: timer = monotonicTimer,
    onError = () => {},
  } = options
  const house = createHouse({ seed, sampleItems, timer })
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS })
  const firstBytes = stampFirstBytes(server, timer)

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const body = await readBody(request)
    const firstByte = firstBytes.take(request.socket)
    const reply = await serve(house, request, { body, firstByte })
    if (!response.destroyed) send(response, reply, house.clock.now())
  }

  server.on('request', (request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (request.socket.destroyed) return // the client disconnected before its request was read
      onError(error)
      if (response.headersSent) return
      send(response, { kind: 'whole', answer: { status: 500, headers: {}, body: '' } }, house.clock.now())
    })
  })

  server.listen(port, host)
  await once(server, 'listening')
  // The address of a server that listens on a port is an `AddressInfo`.
  house.url = `http://${addressText(server.address() as AddressInfo)}`

  // Requests catch up anyway; the interval keeps the backlog small while no request comes.
  const catchingUp = setInterval(() => house.catchUp(), CATCH_UP_INTERVAL_MS)

  return {
    url: house.url,
    apiUrl: `${house.url}/api/`,
    controlUrl: `${house.url}/_control`,
    control: controlOf(house),
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      clearInterval(catchingUp)
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** An address that a browser on this machine can open, also when the server listens on all interfaces. */
function addressText({ address, family, port }: AddressInfo) {
  if (address === '0.0.0.0' || address === '::') return `127.0.0.1:${port}`
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`
}
