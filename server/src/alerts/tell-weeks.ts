import { SITE_ZONE } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import { type NewNotification, notify } from '../notifying/notifications/notify.ts'
import type { Db } from '../platform/database/tables.ts'
import { isZone } from './change-preferences.ts'

const SUMMARY = { weekday: 1, hour: 8 }

type Counts = Record<'won' | 'lost' | 'outbid' | 'notPlaced' | 'spentCents', number>
type Week = Counts & { accountId: number; monday: string }

/**
 * Tells users their week: on Mondays from eight o'clock on in each user's zone, those who bid in the week before. Each is told
 * once, however often this runs. It reads all accounts, and on Mondays a week of bids, so it runs less often than other news.
 */
export async function tellWeeks({ db, clock }: Ctx): Promise<void> {
  const mondays = (await readZones(db)).flatMap((zone) => mondayIn(zone, clock.now()) ?? [])
  if (mondays.length === 0) return
  const { rows } = await sql<Week>`
    select a.id as "accountId", m.monday,
           count(*) filter (where b.status = 'won')::int as won, count(*) filter (where b.status = 'lost')::int as lost,
           count(*) filter (where b.status = 'outbid')::int as outbid,
           count(*) filter (where b.status in ('failed', 'auction_ended'))::int as "notPlaced",
           coalesce(sum(b.final_price_cents) filter (where b.status = 'won'), 0)::float8 as "spentCents"
      from accounts a
      join jsonb_to_recordset(${JSON.stringify(mondays)}::jsonb)
             as m (zone text, monday text, "from" timestamptz, "to" timestamptz) on m.zone = coalesce(a.zone, ${SITE_ZONE})
      join bids b on b.account_id = a.id and b.settled_at >= m."from" and b.settled_at < m."to"
     where b.deleted_at is null and b.status <> 'cancelled'
       and not exists (select from notifications n where n.account_id = a.id and n.key = 'week to ' || m.monday)
     group by a.id, m.monday`.execute(db)
  const news = rows.map(({ accountId, monday, ...values }): NewNotification => ({
    accountId,
    kind: 'weekly_summary',
    values,
    key: `week to ${monday}`,
    isRead: true,
  }))
  await db.transaction().execute((tx) => notify(tx, news))
}

async function readZones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`
    select zone from accounts where zone is not null union select ${SITE_ZONE}`.execute(db)
  return rows.map(({ zone }) => zone).filter(isZone)
}

/** The Monday of a zone, once it is time to tell, and the instants of the week before; null at other times. */
function mondayIn(zone: string, now: number) {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
  if (local.dayOfWeek !== SUMMARY.weekday || local.hour < SUMMARY.hour) return null
  const monday = local.toPlainDate()
  const instantOf = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).toInstant().toString()
  return { zone, monday: monday.toString(), from: instantOf(monday.subtract({ days: 7 })), to: instantOf(monday) }
}
