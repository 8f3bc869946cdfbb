import { sql } from 'kysely'
import { releaseBid } from '../src/bidding/release-bid.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Db } from '../src/platform/database/tables.ts'

const loginVersion = sql<number | null>`
  (select c.version from connections c join listings l on l.marketplace = c.marketplace
    where c.account_id = bids.account_id and l.id = bids.listing_id)`

export type PretendEngine = Awaited<ReturnType<typeof pretendEngine>>

/** An engine's row and the statements that an engine runs on bids, without a running engine. */
export async function pretendEngine(db: Db) {
  const now = new Date(systemClock.now())
  const { id } = await db
    .insertInto('engines')
    .values({ host: 'here', pid: 1, pid_started: '0', started_at: now, heartbeat_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

  return {
    id,

    /** Claims a bid and returns its fence. */
    async claim(bidId: number): Promise<number> {
      const { fence } = await db
        .updateTable('bids')
        .set((bid) => ({ engine_id: id, fence: bid('fence', '+', 1), login_version: loginVersion }))
        .where('id', '=', bidId)
        .returning('fence')
        .executeTakeFirstOrThrow()
      return fence
    },

    /** The last durable write before a bid is sent; false when the bid must not be sent. */
    async lockIn(bidId: number, fence: number): Promise<boolean> {
      const { rows } = await sql`
        update bids set locked_in_at = ${new Date(systemClock.now())}
         where id = ${bidId} and fence = ${fence} and engine_id = ${id} and status = 'pending'
           and locked_in_at is null and pending is null
        returning id`.execute(db)
      return rows.length > 0
    },

    async release(bidId: number, fence: number) {
      return db.transaction().execute((tx) => releaseBid(tx, { bidId, fence, at: systemClock.now() }))
    },
  }
}
