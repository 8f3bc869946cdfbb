import * as z from 'zod'

import type { OpenAuction, SiteSession } from '../../marketplace.ts'
import { Id, Pacific } from '../fields/fields.ts'
import { parseEnvelope } from '../http/parse-response.ts'
import type { SendRequest } from '../site.ts'

const OpenAuctions = z.object({
  auctionItems: z.nullable(z.array(z.object({ itemId: Id, endTime: Pacific, quantityWon: z.number() }))),
})

/** An end in the repeated hour of the clock change comes out as the earlier instant. */
export async function readOpenAuctions(
  send: SendRequest,
  { token }: SiteSession,
  signal?: AbortSignal,
): Promise<OpenAuction[]> {
  const path = 'Auctions/GetOpenAuctions?daysBack=180'
  const reply = parseEnvelope(await send({ method: 'GET', path, token, signal }), z.nullable(OpenAuctions))
  return (reply?.auctionItems ?? []).map(({ itemId, endTime, quantityWon }) => ({
    auctionId: itemId,
    endsAt: endTime[0],
    leads: quantityWon > 0,
  }))
}
