import * as z from 'zod'

import type { OpenAuction, SiteSession } from '../marketplace.ts'
import { Cents } from './fields.ts'
import { readEnvelope } from './read-answer.ts'
import { presentRow, ROW } from './search-row.ts'
import type { Api } from './site.ts'

const OpenAuctions = z.object({
  auctionItems: z.nullable(z.array(z.object({ ...ROW, maxBidAmount: Cents, quantityWon: z.number() }))),
})

/** The running auctions on which the user has bid. */
export async function readOpenAuctions(
  { ask }: Api,
  { token }: SiteSession,
  signal?: AbortSignal,
): Promise<OpenAuction[]> {
  const path = 'Auctions/GetOpenAuctions?daysBack=180'
  const reply = readEnvelope(await ask({ method: 'GET', path, token, signal }), z.nullable(OpenAuctions))
  return (reply?.auctionItems ?? []).map(({ maxBidAmount, quantityWon, ...row }) => ({
    ...presentRow(row),
    ownMaxCents: maxBidAmount,
    leads: quantityWon > 0,
  }))
}
