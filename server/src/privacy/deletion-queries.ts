import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/tables.ts'

type NewRequest = { accountId: number; requestedBy: 'owner' | 'operator'; reason: string | null }

/**
 * Adds a request to delete an account, which the caller has locked. Returns when it is due, and whether it is new: an
 * account has one open request. The operator's takes the place of the owner's, because signing in cancels the owner's.
 */
export async function addRequest(tx: Tx, { accountId, requestedBy, reason }: NewRequest) {
  if (requestedBy === 'operator') {
    await tx
      .updateTable('account_deletions')
      .set({ cancelled_at: sql`clock_timestamp()` })
      .where('account_id', '=', accountId)
      .where('requested_by', '=', 'owner')
      .where('cancelled_at', 'is', null)
      .where('completed_at', 'is', null)
      .execute()
  }
  const added = await tx
    .insertInto('account_deletions')
    .values({ account_id: accountId, requested_by: requestedBy, reason })
    .onConflict((conflict) => conflict.doNothing())
    .returning('due_at')
    .executeTakeFirst()
  if (added) return { dueAt: added.due_at, isNew: true }
  const { due_at } = await openRequests(tx).where('account_id', '=', accountId).executeTakeFirstOrThrow()
  return { dueAt: due_at, isNew: false }
}

export const openRequests = (db: Db) =>
  db.selectFrom('account_deletions').selectAll().where('cancelled_at', 'is', null).where('completed_at', 'is', null)

/** The bids of an account that may still cost money: pending ones, and those at the site whose auction is not settled. */
export const unsettledBidsOf = (db: Db, accountId: number) =>
  db
    .selectFrom('bids as b')
    .innerJoin('listings as l', 'l.id', 'b.listing_id')
    .select([
      'b.id',
      'b.status',
      'b.locked_in_at',
      'b.fire_at',
      'b.max_bid_cents',
      'l.auction_id',
      'l.title',
      'l.ends_at',
    ])
    .where('b.account_id', '=', accountId)
    .where('b.status', 'in', ['pending', 'executed'])
    .orderBy('l.ends_at')
    .orderBy('b.id')
    .execute()

/** Requests with what their accounts still have. Open ones first, then the latest. */
export const requestsForOperator = (db: Db) =>
  db
    .selectFrom('account_deletions as d')
    .leftJoin('accounts as a', 'a.id', 'd.account_id')
    .selectAll('d')
    .select([
      'a.email',
      sql<boolean>`d.due_at < clock_timestamp()`.as('is_due'),
      sql<number>`(select count(*)::int from bids b
                    where b.account_id = d.account_id and b.status in ('pending', 'executed'))`.as('open_bids'),
      sql<number>`(select count(*)::int from tracked_auctions t where t.account_id = d.account_id)`.as('auctions'),
      sql<number>`(select count(*)::int from connections c where c.account_id = d.account_id)`.as('site_logins'),
    ])
    .orderBy(sql`coalesce(d.cancelled_at, d.completed_at)`, (order) => order.desc().nullsFirst())
    .orderBy('d.id', 'desc')
    .limit(100)
    .execute()
