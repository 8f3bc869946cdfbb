import { messages, type UserDetails } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import { isAdmin } from '../../identity/accounts/is-admin.ts'
import { secondFactorMethodsOf, signsInWithGoogle } from '../../identity/second-factors/second-factor-queries.ts'
import { liveSessionsOf } from '../../identity/sessions/session-queries.ts'
import { readEntitlement } from '../../plans/read-entitlement.ts'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { present, usersIn } from './list-users.ts'

const LATEST = 10
/** What of an event may be told: no amounts, and nothing that a later version adds. */
const TOLD = ['channel', 'by', 'action']

const iso = (instant: Date | null | undefined) => instant?.toISOString() ?? null

/**
 * What helps a user. It holds no password, no site login and no amount of a bid. Throws 404 without an account of this
 * number.
 */
export async function readUser(ctx: Ctx, id: number): Promise<UserDetails> {
  const { db, clock } = ctx
  const account = await usersIn(db)
    .select(['a.suspended_because', 'a.password_hash', 'a.bidding_paused_at'])
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (!account) throw new AppError('not_found', messages.privacy.accountNotFound)
  const sessions = await liveSessionsOf(db, id, clock.now())
  return {
    ...present(account),
    suspended_because: account.suspended_because,
    is_admin: await isAdmin(ctx, id),
    signs_in_with: [
      ...(account.password_hash === null ? [] : (['password'] as const)),
      ...((await signsInWithGoogle(db, id)) ? (['google'] as const) : []),
      ...(await secondFactorMethodsOf(db, id)),
    ],
    sessions: {
      live: sessions.length,
      last_used_at: iso(sessions.map((session) => session.last_used_at).toSorted((a, b) => Number(b) - Number(a))[0]),
    },
    plan: await readPlan(ctx, id),
    connection: await readConnection(db, id),
    bidding_paused_at: iso(account.bidding_paused_at),
    counts: await count(db, id),
    bids: await readBids(db, id),
    events: await readEvents(db, id),
  }
}

async function readPlan(ctx: Ctx, id: number) {
  const { tier, status } = await readEntitlement(ctx, id)
  const row = await ctx.db
    .selectFrom('accounts as a')
    .leftJoin('trials as t', 't.account_id', 'a.id')
    .leftJoin('subscriptions as s', (join) => join.onRef('s.account_id', '=', 'a.id').on('s.status', '<>', 'ended'))
    .select(['t.ends_at', 's.current_period_end'])
    .where('a.id', '=', id)
    .executeTakeFirstOrThrow()
  return { tier, status, trial_ends_at: iso(row.ends_at), period_ends_at: iso(row.current_period_end) }
}

async function readConnection(db: Db, id: number) {
  const row = await db
    .selectFrom('connections')
    .select(['state', 'state_detail', 'last_verified_at'])
    .where('account_id', '=', id)
    .executeTakeFirst()
  return row ? { state: row.state, detail: row.state_detail, verified_at: iso(row.last_verified_at) } : null
}

async function count(db: Db, id: number) {
  const { auctions } = await db
    .selectFrom('tracked_auctions')
    .select(sql<number>`count(*)::int`.as('auctions'))
    .where('account_id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const bids = await db
    .selectFrom('bids')
    .select([
      sql<number>`count(*) filter (where status = 'pending')::int`.as('pending'),
      sql<number>`count(*) filter (where status = 'won')::int`.as('won'),
      sql<number>`count(*) filter (where status = 'failed')::int`.as('failed'),
    ])
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow()
  return { auctions, ...bids }
}

async function readBids(db: Db, id: number) {
  const rows = await db
    .selectFrom('bids as b')
    .innerJoin('listings as l', 'l.id', 'b.listing_id')
    .select(['b.id', 'l.auction_id', 'l.title', 'b.status', 'b.outcome', 'l.ends_at'])
    .where('b.account_id', '=', id)
    .orderBy('b.id', 'desc')
    .limit(LATEST)
    .execute()
  return rows.map(({ ends_at, ...row }) => ({ ...row, ends_at: ends_at.toISOString() }))
}

async function readEvents(db: Db, id: number) {
  const rows = await db
    .selectFrom('security_events')
    .select(['id', 'at', 'kind', 'outcome', 'detail'])
    .where('account_id', '=', id)
    .where('kind', 'not in', ['day_limit_changed', 'week_limit_changed', 'month_limit_changed'])
    .orderBy('id', 'desc')
    .limit(LATEST)
    .execute()
  return rows.map(({ at, detail, ...row }) => ({
    ...row,
    at: at.toISOString(),
    detail: Object.fromEntries(Object.entries(detail).filter(([name]) => TOLD.includes(name))),
  }))
}
