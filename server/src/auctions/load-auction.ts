import type { CompleteAuction } from '@bidwell/contract'
import type { Marketplace } from '../marketplace/marketplace.ts'
import type { Db } from '../platform/database/tables.ts'
import { findAuction } from './auction-queries.ts'
import { presentAuction } from './present-auction.ts'

type LoadDeps = { db: Db; marketplace: Pick<Marketplace, 'itemUrl'> }

/** One tracked auction in the API's form; null if the account does not track it. */
export async function loadAuction(deps: LoadDeps, accountId: number, id: number): Promise<CompleteAuction | null> {
  const auction = await findAuction(deps.db, accountId, id)
  return auction ? presentAuction(auction, deps.marketplace) : null
}
