import * as z from 'zod'
import type { OpenAuction, SiteSession } from '../../marketplace.ts'
import { Cents, Id, Pacific } from '../fields/fields.ts'
import { parseEnvelope } from '../http/parse-response.ts'
import type { SendRequest } from '../site.ts'

/** Only the item's number is needed: a row without another field tells less, and is no error. */
const OpenAuctions = z.object({
  auctionItems: z.nullable(
    z.array(
      z.object({
        itemId: Id,
        endTime: z.nullable(Pacific).catch(null),
        quantityWon: z.nullable(z.number()).catch(null),
        maxBidAmount: z.nullable(Cents).catch(null),
      }),
    ),
  ),
})

/** An end in the repeated hour of the clock change comes out as the earlier instant. */
export async function readOpenAuctions(
  send: SendRequest,
  { token }: SiteSession,
  signal?: AbortSignal,
): Promise<OpenAuction[]> {
  const path = 'Auctions/GetOpenAuctions?daysBack=180'
  const reply = parseEnvelope(await send({ method: 'GET', path, token, signal }), z.nullable(OpenAuctions))
  return (reply?.auctionItems ?? []).map(({ itemId, endTime, quantityWon, maxBidAmount }) => ({
    auctionId: itemId,
    endsAt: endTime?.[0] ?? null,
    leads: quantityWon === null ? null : quantityWon > 0,
    // The site writes zero where it has no maximum to show.
    maximumCents: maxBidAmount || null,
  }))
}
