import { dollarsFromCents } from '@bidwell/contract'
import type { BidAnswer, BidOrder, PreparedBid } from '../../marketplace.ts'
import { classifyBidAnswer } from '../classify-bid-answer.ts'
import { itemNumber } from '../item-number.ts'
import { buildRequest, type LineDeps } from './line-request.ts'
import type { Wire } from './wire.ts'

/** Throws `SiteError` `not_found` for ids that cannot be the site's. */
export function prepareBid(
  deps: LineDeps,
  token: string,
  { auctionId, sellerId, maximum }: BidOrder,
  pickWire: () => Wire | undefined,
): PreparedBid {
  const { clock, limits } = deps
  const request = buildRequest(deps, {
    method: 'POST',
    path: 'ItemBid/PlaceBid',
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
    fire() {
      if (fired) throw new Error('A prepared bid is fired once')
      fired = true
      const wire = pickWire()
      if (!wire) {
        const now = clock.monotonic()
        const siteMessage = 'There was no open connection to the site'
        return { sentAt: now, answer: Promise.resolve({ kind: 'not_sent', siteMessage, receivedAt: now }) }
      }
      const { sentAt, answer } = request.send(wire, limits.answerMs)
      return { sentAt, answer: answer.then(classifyBidAnswer, unknown) }
    },
  }

  /** Once a byte may have left, no failure of ours proves that the site did not act on it. */
  function unknown(error: unknown): BidAnswer {
    const siteMessage = error instanceof Error ? error.message : 'The answer could not be read'
    return { kind: 'unknown', siteMessage, receivedAt: clock.monotonic() }
  }
}
