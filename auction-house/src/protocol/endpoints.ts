import { directoryEndpoints } from './directory.ts'
import type { Endpoint } from './endpoint.ts'
import { favoriteEndpoints } from './favorites.ts'
import { itemBidEndpoints } from './item-bid.ts'
import { itemDetailEndpoints } from './item-detail.ts'
import { ordersFileEndpoints } from './orders-file.ts'
import { orderEndpoints } from './orders.ts'
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
  ...orderEndpoints,
  ...ordersFileEndpoints,
  ...directoryEndpoints,
]

const byKey = new Map(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path.toLowerCase()}`, endpoint]))

/** Finds the endpoint for a case-insensitive path below `/api/`, and the id at the path's end. */
export function findEndpoint(method: string, path: string): { endpoint: Endpoint; id: string } | undefined {
  const key = `${method} ${path.toLowerCase()}`
  const exact = byKey.get(key)
  if (exact) return { endpoint: exact, id: '' }

  const slash = key.lastIndexOf('/')
  const withId = byKey.get(`${key.slice(0, slash)}/*`)
  return withId && { endpoint: withId, id: key.slice(slash + 1) }
}
