import * as z from 'zod'

import type { WarmReading } from '../../marketplace.ts'
import { Cents, Id, Pacific } from '../fields.ts'
import { settleEnd } from '../pacific-time.ts'
import type { SiteAnswer } from '../site.ts'

/** What the site's bid dialogue shows: its lightest read of an item. */
export const BidModal = z.object({
  currentPrice: Cents,
  minimumBid: Cents,
  sellerId: Id,
  startTime: z.nullish(Pacific),
  endTime: Pacific,
})

export function presentBidModal(modal: z.infer<typeof BidModal>, answer: SiteAnswer): WarmReading {
  const { endsAt, ambiguous } = settleEnd(modal.endTime, {
    siteTime: answer.date,
    startsAt: modal.startTime ?? null,
    remainingTime: null,
    closed: null,
  })
  return {
    currentPriceCents: modal.currentPrice,
    minimumBidCents: modal.minimumBid,
    endsAt,
    endsAtAmbiguous: ambiguous,
    sellerId: modal.sellerId,
    roundTripMs: answer.receivedAt - answer.sentAt,
  }
}
