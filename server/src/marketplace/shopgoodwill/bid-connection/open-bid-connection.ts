import type { BidConnection, BidOrder, ItemReading, PreparedBid, SiteSession } from '../../marketplace.ts'
import { SiteError } from '../../site-error.ts'
import { itemRequest, readingIn } from '../item/item-detail.ts'
import { type BidSocket, bidSocket } from './bid-socket.ts'
import { connectSocket } from './connect-socket.ts'
import { prepareBid } from './prepare-bid.ts'
import { type ConnectionDeps, prepareRequest } from './prepare-request.ts'

/** One for a page that may be in flight when a bid is due, and one for the bid. */
const IDLE_SOCKETS = 2

/**
 * Opens the connection for a bid: a few sockets. Reads rotate over the sockets, which keeps all warm, and
 * never use the last idle one, so a bid never queues. Only `connect` and `readItem` open sockets; sending a bid never
 * does.
 */
export function openBidConnection(deps: ConnectionDeps, session: SiteSession): BidConnection {
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

    async readItem(auctionId: string, signal?: AbortSignal): Promise<ItemReading> {
      const request = itemRequest(auctionId, session)
      const either = untilClosed(signal)
      await Promise.all(openMissing(either))

      const socket = sockets.find(({ idle }) => idle)
      if (!socket) throw new SiteError('connection', 'The site closed the connection at once')
      sockets = [...sockets.filter((other) => other !== socket), socket]
      const { responseTimeoutMs } = deps.limits
      const response = await prepareRequest(deps, request).send(socket, responseTimeoutMs, either).response
      return readingIn(response, auctionId, session)
    },

    prepareBid(order: BidOrder): PreparedBid {
      // The most recently used socket is the one most likely to be alive.
      return prepareBid(deps, session.token, order, () => sockets.findLast(({ idle }) => idle))
    },

    async [Symbol.asyncDispose]() {
      closing.abort(new SiteError('connection', 'The bid connection was closed'))
      for (const socket of sockets) socket.destroy()
      sockets = []
    },
  }
}
