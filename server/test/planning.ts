import { sql } from 'kysely'
import type { Plans } from '../src/plans/load-plans.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Db } from '../src/platform/database/tables.ts'
import type { Person } from './api.ts'
import { startBidding } from './bidding.ts'
import { settableClock } from './settable-clock.ts'

export const NOON = Date.UTC(2026, 10, 23, 12)
export const DAY_MS = 86_400_000

const paid = { monthlyCents: 499, yearlyCents: 4_990, sms: false, prioritySupport: false }
export const PLANS: Plans = {
  trial: { name: 'Trial', days: 5, auctions: 2, snipes: 2 },
  free: { name: 'Free', auctions: 1, snipes: 0 },
  paid: [
    { ...paid, id: 'ten', name: 'Ten', auctions: 60, snipes: 10 },
    { ...paid, id: 'two', name: 'Two', auctions: 2, snipes: 2 },
    { ...paid, id: 'elite', name: 'Elite', auctions: -1, snipes: -1 },
  ],
}

export type Planning = Awaited<ReturnType<typeof startPlanning>>

/** The world of stories about bids, with plans, and with a wall clock that a story sets. The site keeps its own time. */
export async function startPlanning(plans: Plans | null = PLANS) {
  const clock = settableClock(NOON)
  const bidding = await startBidding({ plans, clock })
  // Without it, the site's time would follow the wall clock of the story.
  await sql`insert into site_clocks values (${bidding.site.id}, 0, 1, clock_timestamp())`.execute(bidding.db)
  return {
    ...bidding,
    clock,
    subscribe: ({ accountId }: Person, plan: string, given: Partial<Subscription> = {}) =>
      subscribe(bidding.db, { accountId, plan, startedAt: clock.now(), ...given }),
    [Symbol.asyncDispose]: () => bidding[Symbol.asyncDispose](),
  }
}

type Subscription = { accountId: number; plan: string; startedAt: number; pastDueSince?: number | null }

/** Writes the subscription of an account as the payment service would show it, in place of an earlier one. */
export async function subscribe(db: Db, { accountId, plan, startedAt, pastDueSince = null }: Subscription) {
  await db.deleteFrom('subscriptions').where('account_id', '=', accountId).execute()
  await db
    .insertInto('subscriptions')
    .values({
      account_id: accountId,
      external_id: `sub_${accountId}_${plan}_${systemClock.monotonic()}`,
      plan,
      billing_interval: 'month',
      amount_cents: 499,
      status: pastDueSince === null ? 'active' : 'past_due',
      past_due_since: pastDueSince === null ? null : new Date(pastDueSince),
      started_at: new Date(startedAt),
      current_period_end: new Date(startedAt + 30 * DAY_MS),
    })
    .execute()
}

export async function endSubscription(db: Db, accountId: number) {
  await db
    .updateTable('subscriptions')
    .set({ status: 'ended', ended_at: new Date(systemClock.now()), past_due_since: null })
    .where('account_id', '=', accountId)
    .where('status', '<>', 'ended')
    .execute()
}
