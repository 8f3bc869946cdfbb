import type { Tables } from '../platform/database/generated-tables.ts'
import type { Tx } from '../platform/database/tables.ts'

/** Records what a user did, in the transaction that does it: an event is there if and only if it happened. */
export async function recordProductEvent(
  tx: Tx,
  kind: Tables['product_events']['kind'],
  accountId: number,
  /** Epoch ms. */
  now: number,
): Promise<void> {
  await tx
    .insertInto('product_events')
    .values({ kind, account_id: accountId, at: new Date(now) })
    .execute()
}
