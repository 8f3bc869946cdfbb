import type { WireAuction } from '@bidwell/contract'
import type { Marketplace } from '../marketplace/marketplace.ts'
import type { Db } from '../platform/database/tables.ts'
import { findAuction } from './auction-queries.ts'
import { presentAuction } from './present-auction.ts'

type LoadDeps = { db: Db; marketplace: Pick<Marketplace, 'itemUrl'> }

/** One tracked auction as the API gives it; null when the account does not track it (any more). */
export async function loadAuction(deps: LoadDeps, accountId: number, id: number): Promise<WireAuction | null> {
  const auction = await findAuction(deps.db, accountId, id)
  return auction ? presentAuction(auction, deps.marketplace) : null
}
