import { dollarsFromCents } from '@bidwell/contract'
import type { BidOrder, BidResponse, PreparedBid } from '../../marketplace.ts'
import { itemNumber } from '../fields/fields.ts'
import type { BidSocket } from './bid-socket.ts'
import { classifyBidResponse, PLACE_BID } from './classify-bid-response.ts'
import { type ConnectionDeps, prepareRequest } from './prepare-request.ts'

/** Throws `SiteError` `not_found` for ids that cannot be the site's. */
export function prepareBid(
  deps: ConnectionDeps,
  token: string,
  { auctionId, sellerId, maximum }: BidOrder,
  pickSocket: () => BidSocket | undefined,
): PreparedBid {
  const { clock, limits } = deps
  const request = prepareRequest(deps, {
    method: 'POST',
    path: PLACE_BID,
    body: {
      itemId: itemNumber(auctionId),
      bidAmount: dollarsFromCents(maximum).toFixed(2),
      sellerId: itemNumber(sellerId),
      quantity: 1,
    },
    token,
  })
  let fired = false

  return {
    fire(givenUp) {
      if (fired) throw new Error('A prepared bid is fired once')
      fired = true
      const socket = pickSocket()
      if (!socket) {
        const now = clock.monotonic()
        const problem = 'There was no open connection to the site'
        const response = { kind: 'not_sent', siteMessage: '', problem, receivedAt: now } as const
        return { sentAt: now, response: Promise.resolve(response) }
      }
      const { sentAt, response } = request.send(socket, limits.responseTimeoutMs, givenUp)
      return { sentAt, response: response.then((answer) => classifyBidResponse(answer, auctionId), unknown) }
    },
  }

  /** Once a byte may have been sent, no local failure proves that the site did not accept the bid. */
  function unknown(error: unknown): BidResponse {
    const problem = error instanceof Error ? error.message : 'The answer could not be read'
    return { kind: 'unknown', siteMessage: '', problem, receivedAt: clock.monotonic() }
  }
}
