import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../database/tables.ts'

const id = z.int()

/**
 * A change in the database, announced to all processes. It names the changed record, and receivers read the record
 * again. `auctionId` is the id of the tracked auction.
 */
export const Change = z.discriminatedUnion('what', [
  z.object({ what: z.literal('listing'), listingId: id }),
  z.object({ what: z.literal('auction'), accountId: id, auctionId: id }),
  z.object({ what: z.literal('auction_removed'), accountId: id, auctionId: id }),
  z.object({ what: z.literal('bid'), accountId: id, bidId: id }),
  /** Bidding was paused or resumed. A null account means all accounts. */
  z.object({ what: z.literal('pause'), accountId: z.nullable(id) }),
  z.object({ what: z.literal('connection'), accountId: id }),
  /** A notification was added or read. */
  z.object({ what: z.literal('notification'), accountId: id }),
  /** The site's lists of orders were read, or a payment was ticked. */
  z.object({ what: z.literal('orders'), accountId: id }),
  /** An owner wants one of the site's lists read now. */
  z.object({ what: z.literal('reading_asked') }),
  /** Something waits to be sent to a user. */
  z.object({ what: z.literal('delivery') }),
  /** The account's trial, plan, subscription or invoices have changed. */
  z.object({ what: z.literal('plan'), accountId: id }),
  z.object({ what: z.literal('session'), sessionId: z.uuid() }),
])
export type Change = z.infer<typeof Change>

/** The NOTIFY channel. */
export const CHANNEL = 'changes'

/** Notifies every process. Within a transaction, the notification is sent when the transaction commits. */
export const announceChange = (db: Db, change: Change): Promise<void> => announceChanges(db, [change])

/** Announces many changes with one statement. */
export async function announceChanges(db: Db, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const payloads = changes.map((change) => JSON.stringify(change))
  await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(db)
}
