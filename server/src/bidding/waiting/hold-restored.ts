import { sql } from 'kysely'
import { afterBidChange } from '../../bids/log/after-bid-change.ts'
import { newBidEvent } from '../../bids/log/bid-event.ts'
import { notify } from '../../notifying/notifications/notify.ts'
import type { Tx } from '../../platform/database/tables.ts'

/** Past every fence that the engines of the backed-up installation can have reached: what they still write changes no bid. */
export const FENCE_GAP = 1_000_000

type Asked = { bidId: number; accountId: number; trackedAuctionId: number; maxBidCents: number }

/**
 * Holds back every pending bid of a restored database: no engine holds it, and nothing sends it until its owner keeps it. Logs and
 * tells that to the owners. `takenAt` is when the backup was taken, and `at` is now; both epoch ms. Returns how many bids wait.
 */
export async function holdRestored(tx: Tx, { takenAt, at }: { takenAt: number; at: number }): Promise<number> {
  const { rows } = await sql<Asked>`
    update bids
       set restored_from = ${new Date(takenAt)}, engine_id = null, fence = fence + ${FENCE_GAP}, locked_in_at = null,
           uncertain_since = null, not_sent_before = null, preflight_due_at = null, updated_at = ${new Date(at)},
           pending = null
     where status = 'pending'
    returning id as "bidId", account_id as "accountId", tracked_auction_id as "trackedAuctionId",
              max_bid_cents as "maxBidCents"`.execute(tx)
  await notifyOwners(tx, rows, takenAt)
  await afterBidChange(
    tx,
    rows,
    rows.map(({ bidId }) => newBidEvent(bidId, at, { kind: 'restored', takenAt })),
  )
  return rows.length
}

/** Once for all bids of an account. The one bid of an account is named. Who deletes the account, or had deleted it, is not asked. */
async function notifyOwners(tx: Tx, asked: readonly Asked[], takenAt: number) {
  const leaving = await tx
    .selectFrom('account_deletions')
    .select('account_id')
    .where('cancelled_at', 'is', null)
    .where('completed_at', 'is', null)
    .execute()
  const byAccount = Map.groupBy(
    asked.filter(({ accountId }) => !leaving.some(({ account_id }) => account_id === accountId)),
    ({ accountId }) => accountId,
  )
  await notify(
    tx,
    [...byAccount].map(([accountId, bids]) => {
      const [only = null, ...others] = bids
      const named = others.length === 0 ? only : null
      return {
        kind: 'bids_restored',
        values: { takenAt, bids: bids.length, maxBidCents: named?.maxBidCents ?? null },
        accountId,
        key: `restored ${takenAt}`,
        ...(named && { bidId: named.bidId, trackedAuctionId: named.trackedAuctionId }),
      }
    }),
  )
}
