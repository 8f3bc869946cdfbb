import { sql } from 'kysely'
import { addGroup } from '../../../server/test/add-group.ts'
import type { Testbed } from '../testbed.ts'
import { inTurns, type Target } from './drive-http.ts'
import { openSessions, type SignedIn } from './open-sessions.ts'
import { addUnusedLogin, freshenListing, seedBids } from './seed-bids.ts'
import { seedTrackedAuctions } from './seed-tracked-auctions.ts'

/** How many bids the two accounts have. Of those of the first, a fifth are in groups of five. */
export const SCHEDULED = { many: 1_000, few: 5 }
const GROUPS = { count: 40, size: 5 }
/** As high as a limit can be: every call passes all checks. */
const LIMIT_CENTS = 100_000_000
const BODY = { maxBid: 60, confirmMaxBid: 60, secondsBeforeEnd: 5 }

export type ScheduleTimes = { many: number[][]; few: number[][] }

/**
 * Schedules bids for an account with many bids and for one with few, in turns, both with limits for a day, a week and a month.
 * Returns the time of each answer in ms, by rounds.
 */
export async function timeSchedules(
  testbed: Testbed,
  { origin, after, rounds, perRound }: { origin: string; after: number; rounds: number; perRound: number },
): Promise<ScheduleTimes> {
  const { db } = testbed
  const [many, few] = await openSessions(testbed, 2)
  if (!many || !few) throw new Error('The accounts are missing')
  const free = await seedAccounts(testbed, { many, few, after })
  const itemAt = (n: number) => free[n % free.length] ?? ''
  const targetOf = ({ token }: SignedIn): Target => ({
    origin,
    method: 'POST',
    path: '/api/bids',
    token,
    body: (n) => ({ ...BODY, auctionId: itemAt(n) }),
  })
  /** An account never has more bids than at the start. */
  async function prepare(n: number) {
    await sql`
      delete from bids b using listings l
       where l.id = b.listing_id and l.auction_id in (${itemAt(n)}, ${itemAt(n + free.length - 1)}) and l.marketplace = ${testbed.marketplace.id}
         and b.account_id = any(${[many?.accountId, few?.accountId]}::bigint[])`.execute(db)
    await freshenListing(testbed, itemAt(n))
  }
  const times: ScheduleTimes = { many: [], few: [] }
  await inTurns([targetOf(many), targetOf(few)], perRound, prepare)
  for (let round = 0; round < rounds; round += 1) {
    const [ofMany = [], ofFew = []] = await inTurns([targetOf(many), targetOf(few)], perRound, prepare)
    times.many.push(ofMany)
    times.few.push(ofFew)
  }
  return times
}

type Accounts = { many: SignedIn; few: SignedIn; /** The number of auctions that exist already. */ after: number }

/** Both track the same auctions. Returns those on which neither has a bid. */
async function seedAccounts(testbed: Testbed, { many, few, after }: Accounts): Promise<string[]> {
  const { db, marketplace } = testbed
  for (const { accountId } of [many, few]) await addUnusedLogin(testbed, accountId)
  const accountIds = [many.accountId, few.accountId]
  await db
    .updateTable('accounts')
    .set({ day_limit_cents: LIMIT_CENTS, week_limit_cents: LIMIT_CENTS, month_limit_cents: LIMIT_CENTS })
    .where('id', 'in', accountIds)
    .execute()
  const listingIds = await seedTrackedAuctions(db, many.email, 2 * SCHEDULED.many, after)
  await db.updateTable('listings').set({ marketplace: marketplace.id }).where('id', 'in', listingIds).execute()
  const bids = await db
    .updateTable('bids')
    .set({ max_bid_cents: 6_000 })
    .where('account_id', '=', many.accountId)
    .returning(['id', 'listing_id'])
    .execute()
  const ids = bids.map(({ id }) => id)
  for (let group = 0; group < GROUPS.count; group += 1)
    await addGroup(db, { accountId: many.accountId }, ids.slice(group * GROUPS.size, (group + 1) * GROUPS.size))

  const taken = new Set(bids.map(({ listing_id }) => listing_id))
  await seedBids(db, few.accountId, [...taken].slice(0, SCHEDULED.few), 'pending')
  const free = listingIds.filter((id) => !taken.has(id))
  await sql`
    insert into tracked_auctions (account_id, listing_id, created_at, updated_at)
    select ${few.accountId}::bigint, l.id, now(), now() from listings l where l.id = any(${free}::bigint[])`.execute(db)
  await sql`vacuum analyze listings, tracked_auctions, bids, bid_groups`.execute(db)
  const items = await db.selectFrom('listings').select('auction_id').where('id', 'in', free).execute()
  return items.map(({ auction_id }) => auction_id)
}
