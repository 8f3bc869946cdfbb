import { type Applied, applyChange } from '../bids/apply-change.ts'
import type { Tx } from '../platform/database/tables.ts'

type Release = {
  bidId: number
  fence: number
  /** Epoch ms on the site's clock. */
  at: number
  /** The end has moved far away, and the site holds no bid of this snipe: its owner may cancel or change it again. */
  givesBackLockIn?: boolean
}

/**
 * Ends an engine's claim on a bid and applies the bid's pending change in the same transaction, so that no engine can
 * claim the unchanged bid in between. Returns `stale_fence`, and does nothing, when another engine has claimed the bid
 * since.
 */
export async function releaseBid(
  tx: Tx,
  { bidId, fence, at, givesBackLockIn = false }: Release,
): Promise<Applied | 'stale_fence'> {
  const bid = await tx
    .selectFrom('bids')
    .selectAll()
    .where('id', '=', bidId)
    .where('fence', '=', fence)
    .forUpdate()
    .executeTakeFirst()
  if (!bid) return 'stale_fence'
  const givesBack = givesBackLockIn && bid.status === 'pending'
  return applyChange(tx, givesBack ? { ...bid, locked_in_at: null, uncertain_since: null } : bid, at)
}
