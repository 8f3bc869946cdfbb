import * as z from 'zod'

import type { FavouriteItem, SiteSession } from '../marketplace.ts'
import { Cents } from './fields.ts'
import { readEnvelope } from './read-answer.ts'
import { presentRow, ROW } from './search-row.ts'
import type { Api } from './site.ts'

const FavouriteRow = z.object({
  ...ROW,
  type: z.string(),
  /** The starting price, whatever its name says. */
  minimumBid: Cents,
  maxBid: z.nullish(Cents).transform((cents) => cents ?? null),
  quantityWon: z.number(),
})

/** The user's watch list, open and closed. An empty one comes as null. */
export async function readFavourites(
  { ask }: Api,
  { token }: SiteSession,
  signal?: AbortSignal,
): Promise<FavouriteItem[]> {
  const path = 'Favorite/GetAllFavoriteItemsByType?Type=all'
  const rows = readEnvelope(
    await ask({ method: 'POST', path, body: {}, token, signal }),
    z.nullable(z.array(FavouriteRow)),
  )
  return (rows ?? []).map(({ type, minimumBid, maxBid, quantityWon, ...row }) => ({
    ...presentRow(row),
    startingPriceCents: minimumBid,
    open: type === 'Open',
    ownMaxCents: maxBid,
    // Without a bid of the user's own, the number says nothing about him.
    leads: maxBid !== null && quantityWon > 0,
  }))
}
