import type { BidConnection, BidOrder, PreparedBid, SiteSession, WarmReading } from '../../marketplace.ts'
import { SiteError } from '../../site-error.ts'
import { parseResponse } from '../http/parse-response.ts'
import { itemNumber } from '../item/item-number.ts'
import { type BidSocket, bidSocket } from './bid-socket.ts'
import { connectSocket } from './connect-socket.ts'
import { prepareBid } from './prepare-bid.ts'
import { type ConnectionDeps, prepareRequest } from './prepare-request.ts'
import { BidModal, presentWarmReading } from './warm-reading.ts'

/** One for a light read that may be in flight when a bid is due, and one for the bid. */
const IDLE_SOCKETS = 2

/**
 * Opens the connection for one user's bids: a few sockets. Light reads rotate over the sockets, which keeps all warm,
 * and never use the last idle one, so a bid never queues. Only `connect` and `warm` open sockets; sending a bid never
 * does.
 */
export function openBidConnection(deps: ConnectionDeps, { token }: SiteSession): BidConnection {
  /** Least recently used first. */
  let sockets: BidSocket[] = []
  const closing = new AbortController()

  function openMissing(signal: AbortSignal): Promise<void>[] {
    sockets = sockets.filter((socket) => socket.open)
    const missing = IDLE_SOCKETS - sockets.filter((socket) => socket.idle).length
    return Array.from({ length: missing }, () => openOne(signal))
  }

  async function openOne(signal: AbortSignal) {
    const { connectTimeoutMs } = deps.limits
    const socket = bidSocket(await connectSocket(new URL(deps.site.apiUrl), connectTimeoutMs, signal))
    sockets.unshift(socket)
    // The bid connection may have been closed in the moment in which this socket connected.
    if (closing.signal.aborted) socket.destroy()
  }

  const isOpen = () => sockets.some(({ idle }) => idle)
  const untilClosed = (signal?: AbortSignal) => (signal ? AbortSignal.any([signal, closing.signal]) : closing.signal)

  return {
    get isOpen() {
      return isOpen()
    },

    async connect(signal?: AbortSignal) {
      if (isOpen()) return
      // One open socket is enough for a bid.
      await Promise.any(openMissing(untilClosed(signal))).catch(({ errors: [first] }: AggregateError) => {
        throw first
      })
    },

    async warm(auctionId: string, signal?: AbortSignal): Promise<WarmReading> {
      const path = `ItemBid/ShowBidModal?itemId=${itemNumber(auctionId)}`
      const either = untilClosed(signal)
      await Promise.all(openMissing(either))

      const socket = sockets.find(({ idle }) => idle)
      if (!socket) throw new SiteError('connection', 'The site closed the connection at once')
      sockets = [...sockets.filter((other) => other !== socket), socket]
      const request = prepareRequest(deps, { method: 'GET', path, token })
      const response = await request.send(socket, deps.limits.warmTimeoutMs, either).response
      return presentWarmReading(parseResponse(response, BidModal), response)
    },

    prepareBid(order: BidOrder): PreparedBid {
      // The most recently used socket is the one most likely to be alive.
      return prepareBid(deps, token, order, () => sockets.findLast(({ idle }) => idle))
    },

    async [Symbol.asyncDispose]() {
      closing.abort(new SiteError('connection', 'The bid connection was closed'))
      for (const socket of sockets) socket.destroy()
      sockets = []
    },
  }
}
