import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'

import { monotonicTimer, type Timer } from './clock.ts'
import { type Control, controlOf } from './control/control.ts'
import { createHouse } from './house.ts'
import { stampFirstBytes } from './http/first-byte.ts'
import { readBody } from './http/read-body.ts'
import { send } from './http/send.ts'
import { serve } from './serve.ts'

const KEEP_UP_EVERY_MS = 1_000
// As long as the site's front door keeps an idle connection.
const KEEP_ALIVE_MS = 75_000

export type AuctionHouseOptions = {
  /** 0 takes a free one. */
  port: number
  host?: string
  seed?: number
  /** A floor full of lots, or none at all (for tests). */
  floor: boolean
  /** What the site's clock runs on; by default a monotonic timer. */
  clock?: Timer
  onError?: (error: unknown) => void
}

export type AuctionHouse = AsyncDisposable & {
  /** `http://127.0.0.1:3001` */
  url: string
  /** With the slash at its end that API bases have. */
  apiUrl: string
  controlUrl: string
  control: Control
}

export const DEFAULT_SEED = 20_261_007

/**
 * Opens the house. Disposing cuts the connections and stops at once.
 * Plain `node:http`, not a framework: faults need the socket, and the first byte is stamped ahead of the parser.
 */
export async function startAuctionHouse(options: AuctionHouseOptions): Promise<AuctionHouse> {
  const {
    port,
    host = '127.0.0.1',
    seed = DEFAULT_SEED,
    floor,
    clock: timer = monotonicTimer,
    onError = () => {},
  } = options
  const house = createHouse({ seed, floor, timer })
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
      if (request.socket.destroyed) return // the client went away while it was being read
      onError(error)
      if (response.headersSent) return
      send(response, { kind: 'whole', answer: { status: 500, headers: {}, body: '' } }, house.clock.now())
    })
  })

  server.listen(port, host)
  await once(server, 'listening')
  // A server on a port has an address of this kind.
  house.url = `http://${addressText(server.address() as AddressInfo)}`

  // Whoever looks brings the house up to date; this only keeps that from piling up while nobody does.
  const keepUp = setInterval(() => house.upToDate(), KEEP_UP_EVERY_MS)

  return {
    url: house.url,
    apiUrl: `${house.url}/api/`,
    controlUrl: `${house.url}/_control`,
    control: controlOf(house),
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      clearInterval(keepUp)
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** An address that a browser on this machine can open, even when the server listens on all. */
function addressText({ address, family, port }: AddressInfo) {
  if (address === '0.0.0.0' || address === '::') return `127.0.0.1:${port}`
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`
}
