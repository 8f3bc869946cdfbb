import { directoryEndpoints } from './directory.ts'
import type { Endpoint } from './endpoint.ts'
import { favoriteEndpoints } from './favorites.ts'
import { itemBidEndpoints } from './item-bid.ts'
import { itemDetailEndpoints } from './item-detail.ts'
import { ownAuctionEndpoints } from './own-auctions.ts'
import { searchEndpoints } from './search.ts'
import { signInEndpoints } from './sign-in.ts'

const ENDPOINTS: Endpoint[] = [
  ...signInEndpoints,
  ...itemDetailEndpoints,
  ...itemBidEndpoints,
  ...searchEndpoints,
  ...favoriteEndpoints,
  ...ownAuctionEndpoints,
  ...directoryEndpoints,
]

const byKey = new Map(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path.toLowerCase()}`, endpoint]))

/** The endpoint for a path below `/api/`, in any case of letters, and the id at its end. */
export function findEndpoint(method: string, path: string): { endpoint: Endpoint; id: string } | undefined {
  const wanted = `${method} ${path.toLowerCase()}`
  const exact = byKey.get(wanted)
  if (exact) return { endpoint: exact, id: '' }

  const slash = wanted.lastIndexOf('/')
  const withId = byKey.get(`${wanted.slice(0, slash)}/*`)
  return withId && { endpoint: withId, id: wanted.slice(slash + 1) }
}
