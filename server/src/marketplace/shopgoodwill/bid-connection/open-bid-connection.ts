import type { BidConnection, BidOrder, PreparedBid, SiteSession, WarmReading } from '../../marketplace.ts'
import { SiteError } from '../../site-error.ts'
import { itemNumber } from '../item-number.ts'
import { readAnswer } from '../read-answer.ts'
import { BidModal, presentBidModal } from './bid-modal.ts'
import { dial } from './dial.ts'
import { buildRequest, type LineDeps } from './line-request.ts'
import { prepareBid } from './prepare-bid.ts'
import { createWire, type Wire } from './wire.ts'

/** One for the light read that may be under way when a bid is due, and one that is free then. */
const IDLE_WIRES = 2

/**
 * One user's way to the site. Reads take turns on its wires, so that all stay warm, and never take the last idle one: a
 * bid waits behind nothing. Dialling happens in `connect` and `warm`, and never on the way of a bid.
 */
export function openBidConnection(deps: LineDeps, { token }: SiteSession): BidConnection {
  /** The one used longest ago first. */
  let wires: Wire[] = []
  const closing = new AbortController()

  function dialMissing(signal: AbortSignal): Promise<void>[] {
    wires = wires.filter((wire) => wire.open)
    const missing = IDLE_WIRES - wires.filter((wire) => wire.idle).length
    return Array.from({ length: missing }, () => dialOne(signal))
  }

  async function dialOne(signal: AbortSignal) {
    const wire = createWire(await dial(new URL(deps.site.apiUrl), deps.limits.connectMs, signal))
    wires.unshift(wire)
    // It may have come up in the moment in which the line was closed.
    if (closing.signal.aborted) wire.destroy()
  }

  const isOpen = () => wires.some(({ idle }) => idle)
  const untilClosed = (signal?: AbortSignal) => (signal ? AbortSignal.any([signal, closing.signal]) : closing.signal)

  return {
    get isOpen() {
      return isOpen()
    },

    async connect(signal?: AbortSignal) {
      if (isOpen()) return
      // The first that is open is enough for a bid.
      await Promise.any(dialMissing(untilClosed(signal))).catch(({ errors: [first] }: AggregateError) => {
        throw first
      })
    },

    async warm(auctionId: string, signal?: AbortSignal): Promise<WarmReading> {
      const path = `ItemBid/ShowBidModal?itemId=${itemNumber(auctionId)}`
      const either = untilClosed(signal)
      await Promise.all(dialMissing(either))

      const wire = wires.find(({ idle }) => idle)
      if (!wire) throw new SiteError('connection', 'The site closed the connection at once')
      wires = [...wires.filter((other) => other !== wire), wire]
      const request = buildRequest(deps, { method: 'GET', path, token })
      const answer = await request.send(wire, deps.limits.warmMs, either).answer
      return presentBidModal(readAnswer(answer, BidModal), answer)
    },

    prepareBid(order: BidOrder): PreparedBid {
      // The wire used last is the one known best to be alive.
      return prepareBid(deps, token, order, () => wires.findLast(({ idle }) => idle))
    },

    async [Symbol.asyncDispose]() {
      closing.abort(new SiteError('connection', 'The line was closed'))
      for (const wire of wires) wire.destroy()
      wires = []
    },
  }
}
