import { messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { BidRow, Db, Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'

/** The group that a bid is on its way into. */
const joins = sql`(nullif(pending -> 'groupId', 'null'))::bigint`

export type GroupRow = {
  id: number
  account_id: number
  name: string
  most_wins: number
  extra_wins: number
  budget_cents: number | null
  created_at: Date
}

const groups = (db: Db, accountId: number) =>
  db
    .selectFrom('bid_groups')
    .select(['id', 'account_id', 'name', 'most_wins', 'extra_wins', 'budget_cents', 'created_at'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)

export const findGroups = (db: Db, accountId: number): Promise<GroupRow[]> =>
  groups(db, accountId).orderBy('id', 'desc').execute()

/** Throws `not_found`, also for a group of another account. */
export async function findGroup(db: Db, accountId: number, id: number): Promise<GroupRow> {
  const group = await groups(db, accountId).where('id', '=', id).executeTakeFirst()
  if (!group) throw new AppError('not_found', messages.bidGroup.notFound)
  return group
}

/**
 * Locks a group until the transaction ends: no grant is given meanwhile. The caller has locked the account, and no bid. Throws
 * `not_found`.
 */
export async function lockGroup(tx: Tx, accountId: number, id: number): Promise<GroupRow> {
  const group = await groups(tx, accountId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!group) throw new AppError('not_found', messages.bidGroup.notFound)
  return group
}

/** How many bids a group has, those that join it once their engine has released them among them. The caller has locked it. */
export async function countMembers(tx: Tx, groupId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bids where ${groupId} in (group_id, ${joins})`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The bids that join a group once their engine has released them. The caller has locked the group: no other one begins to. */
export async function findJoining(tx: Tx, accountId: number, groupId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from bids
     where account_id = ${accountId} and status = 'pending'
       and ${joins} = ${groupId} and group_id is distinct from ${groupId}
     order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

export type MemberRow = BidRow & {
  group_id: number
  auction_id: string
  title: string
  ends_at: Date
  minimum_bid_cents: number
  is_closed: boolean
}

/** The bids of groups, also those that were deleted from the history: they count as won. */
export async function findMembers(db: Db, groupIds: readonly number[]): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select b.*, l.auction_id, l.title, l.minimum_bid_cents, l.closed_at is not null as is_closed,
           case b.status when 'pending' then b.fire_at + make_interval(secs => b.seconds_before_end)
                         else least(l.ends_at, l.closed_at) end as ends_at
      from bids b join listings l on l.id = b.listing_id
     where b.group_id = any(${groupIds}::bigint[]) order by b.id`.execute(db)
  return rows
}
