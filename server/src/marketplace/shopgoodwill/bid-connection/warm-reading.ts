import * as z from 'zod'

import type { WarmReading } from '../../marketplace.ts'
import { Cents, decorative, Id, Pacific } from '../fields/fields.ts'
import { resolveEnd } from '../fields/parse-pacific-time.ts'
import type { SiteResponse } from '../site.ts'

/** The data of the site's bid dialogue: its cheapest read of an item. */
export const BidModal = z.object({
  currentPrice: Cents,
  minimumBid: Cents,
  sellerId: Id,
  startTime: decorative(Pacific),
  endTime: Pacific,
})

export function presentWarmReading(modal: z.infer<typeof BidModal>, response: SiteResponse): WarmReading {
  const { endsAt, ambiguous } = resolveEnd(modal.endTime, {
    siteTime: response.date,
    startsAt: modal.startTime,
    remainingTime: null,
    closed: null,
  })
  return {
    currentPriceCents: modal.currentPrice,
    minimumBidCents: modal.minimumBid,
    endsAt,
    endsAtAmbiguous: ambiguous,
    sellerId: modal.sellerId,
    roundTripMs: response.receivedAt - response.sentAt,
  }
}
