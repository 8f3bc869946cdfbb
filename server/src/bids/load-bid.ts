import type { WireBid } from '@bidwell/contract'
import type { Db } from '../platform/database/tables.ts'
import { findBid } from './bid-queries.ts'
import { presentBid } from './present-bid.ts'

/** One bid in the API's format; null when the account has no such bid or has deleted it. */
export async function loadBid(db: Db, accountId: number, id: number): Promise<WireBid | null> {
  const bid = await findBid(db, accountId, id)
  return bid ? presentBid(bid) : null
}
