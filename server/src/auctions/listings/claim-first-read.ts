import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'
import { READ_CLAIM_EXPIRY } from './claim-listings.ts'

export type FirstRead = { marketplace: string; auctionId: string; claimedUntil: Date }

/** Claims the read of an item that has no listing yet; null while another request holds the claim. */
export async function claimFirstRead(db: Db, marketplace: string, auctionId: string): Promise<FirstRead | null> {
  const { rows } = await sql<{ claimedUntil: Date }>`
    insert into first_reads as held (marketplace, auction_id, claimed_until)
    values (${marketplace}, ${auctionId}, ${READ_CLAIM_EXPIRY})
    on conflict (marketplace, auction_id) do update set claimed_until = excluded.claimed_until
      where held.claimed_until <= now()
    returning claimed_until as "claimedUntil"`.execute(db)
  const [claimed] = rows
  return claimed ? { marketplace, auctionId, ...claimed } : null
}

/** Releases the claim, whether the item was read or not. */
export async function releaseFirstRead(db: Db, { marketplace, auctionId, claimedUntil }: FirstRead): Promise<void> {
  await db
    .deleteFrom('first_reads')
    .where('marketplace', '=', marketplace)
    .where('auction_id', '=', auctionId)
    .where('claimed_until', '=', claimedUntil)
    .execute()
}
