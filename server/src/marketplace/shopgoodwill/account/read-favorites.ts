import * as z from 'zod'
import type { Favorite, SiteSession } from '../../marketplace.ts'
import { Cents, decorative, DecorativeLine, Id } from '../fields/fields.ts'
import { parseEnvelope, parseResponse } from '../http/parse-response.ts'
import type { SendRequest } from '../site.ts'

/** Only the item's number is needed: a row without another field tells less, and is no error. */
const Favorites = z.nullable(z.array(z.object({ itemId: Id, maxBid: decorative(Cents), notes: DecorativeLine })))

/** The site may refuse to show an empty list. */
const NoFavorites = z.object({ status: z.literal(false), data: z.nullish(z.array(z.unknown()).max(0)) })

/** The open items on the user's list of favorites. The site sends all of them at once. */
export async function readFavorites(
  send: SendRequest,
  { token }: SiteSession,
  signal?: AbortSignal,
): Promise<Favorite[]> {
  const path = 'Favorite/GetAllFavoriteItemsByType?Type=open'
  const response = await send({ method: 'POST', path, body: {}, token, signal })
  if (NoFavorites.safeParse(parseResponse(response, z.unknown())).success) return []
  const rows = parseEnvelope(response, Favorites)
  return (rows ?? []).map(({ itemId, maxBid, notes }) => ({
    auctionId: itemId,
    // The site writes zero where it has no maximum to show.
    maximumCents: maxBid || null,
    note: notes,
  }))
}
