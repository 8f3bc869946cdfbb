import { SITE_ZONE } from '@bidwell/contract'
import { sql } from 'kysely'
import { type NewNotification, notify } from '../notifications/notify.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'

const SUMMARY = { weekday: 1, hour: 8 }

type Week = { accountId: number; monday: string; won: number; lost: number; notPlaced: number; spentCents: number }

/**
 * Tells users their week: on Mondays from eight o'clock on in each user's zone, those who bid in the week before. Each is told
 * once, however often this runs. It reads all accounts, and on Mondays a week of bids, so it runs less often than other news.
 */
export async function tellWeeks({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now()
  const { rows } = await sql<Week>`
    with mondays as (
      select a.id, date_trunc('day', ${new Date(now)}::timestamptz at time zone coalesce(p.zone, ${SITE_ZONE})) as monday,
             coalesce(p.zone, ${SITE_ZONE}) as zone
        from accounts a left join alert_preferences p on p.account_id = a.id
       where extract(isodow from ${new Date(now)}::timestamptz at time zone coalesce(p.zone, ${SITE_ZONE})) = ${SUMMARY.weekday}
         and extract(hour from ${new Date(now)}::timestamptz at time zone coalesce(p.zone, ${SITE_ZONE})) >= ${SUMMARY.hour})
    select m.id as "accountId", m.monday::date::text as monday,
           count(*) filter (where b.status = 'won')::int as won, count(*) filter (where b.status in ('lost', 'outbid'))::int as lost,
           count(*) filter (where b.status in ('failed', 'auction_ended'))::int as "notPlaced",
           coalesce(sum(b.final_price_cents) filter (where b.status = 'won'), 0)::float8 as "spentCents"
      from mondays m join bids b on b.account_id = m.id
       and b.settled_at >= (m.monday - interval '7 days') at time zone m.zone and b.settled_at < m.monday at time zone m.zone
     where b.deleted_at is null and b.status <> 'cancelled'
       and not exists (select from notifications n
                        where n.account_id = m.id and n.key = 'week to ' || m.monday::date::text)
     group by m.id, m.monday`.execute(db)
  const news = rows.map(({ accountId, monday, ...values }): NewNotification => ({
    accountId,
    kind: 'weekly_summary',
    values,
    key: `week to ${monday}`,
    isRead: true,
  }))
  await db.transaction().execute((tx) => notify(tx, news))
}
