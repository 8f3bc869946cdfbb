import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'

export type FirstRead = { marketplace: string; auctionId: string; readingUntil: Date }

/** Longer than the site's slowest answer; after it, the reader is taken to have died. */
const READ_TAKES_AT_MOST_MS = 60_000

/** Takes an item to read for which no listing is there yet; null while somebody else reads it. */
export async function claimFirstRead(
  db: Db,
  marketplace: string,
  auctionId: string,
  now: number,
): Promise<FirstRead | null> {
  const readingUntil = new Date(now + READ_TAKES_AT_MOST_MS)
  const { rows } = await sql`
    insert into first_reads as other (marketplace, auction_id, claimed_until)
    values (${marketplace}, ${auctionId}, ${readingUntil})
    on conflict (marketplace, auction_id) do update set claimed_until = excluded.claimed_until
      where other.claimed_until <= ${new Date(now)}
    returning 1`.execute(db)
  return rows.length === 1 ? { marketplace, auctionId, readingUntil } : null
}

/** Gives it back, read or not; whoever waits looks what there is now. */
export async function endFirstRead(db: Db, { marketplace, auctionId, readingUntil }: FirstRead): Promise<void> {
  await db
    .deleteFrom('first_reads')
    .where('marketplace', '=', marketplace)
    .where('auction_id', '=', auctionId)
    .where('claimed_until', '=', readingUntil)
    .execute()
}
