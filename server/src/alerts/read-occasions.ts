import { type ChannelName, messages, type Subject } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import { SENDS } from '../health/engine-sends.ts'
import { readEntitlement } from '../plans/read-entitlement.ts'
import type { Db } from '../platform/database/tables.ts'
import type { Occasion } from './decide-alert.ts'

/** A notification of which something may leave the browser now. */
export type Due = { id: number; kind: string; trackedAuctionId: number | null; occasion: Occasion }

type Row = {
  id: number
  kind: string
  values: Record<string, unknown>
  at: number
  read: boolean
  tracked_auction_id: number | null
  bid: Subject['bid']
  listing: Subject['listing']
  isAsked: boolean
  isInTrouble: boolean
  isStopped: boolean
  last_sent_at: number | null
  shown: boolean
  snoozed_until: number | null
}

type Account = {
  choices: Record<string, ChannelName[]>
  quiet_from: string | null
  quiet_to: string | null
  zone: string | null
  urgent_wakes: boolean
  destinations: { id: number; channel: ChannelName }[]
  login: Subject['login']
  paused: boolean
  has_engine: boolean
  next_bid_at: number | null
  /** Until when a restored bid waits for its owner; null without one. */
  restored_until: number | null
}

/** News without a deadline of its own is of use for so long. */
const DAY_MS = 86_400_000

const epochMs = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)

type Which = 'due' | { ids: readonly number[] }

/**
 * Notifications of the account, those that are due or those named, the earliest first, each with what decides about it. A
 * telephone number is a place only while the account's plan includes text messages.
 */
export async function readOccasions(
  ctx: Ctx,
  accountId: number,
  { which, now }: { which: Which; now: number },
): Promise<Due[]> {
  const { db } = ctx
  const chosen = which === 'due' ? sql`n.alert_due_at <= ${new Date(now)}` : sql`n.id = any(${which.ids}::bigint[])`
  const { rows } = await sql<Row>`
    select n.id, n.kind, n."values", ${epochMs('n.at')} as at, n.read_at is not null as read,
           n.tracked_auction_id, ${epochMs('t.alerts_muted_until')} as snoozed_until,
           case when b.id is not null then jsonb_build_object(
             'status', b.status, 'fireAt', ${epochMs('b.fire_at')}, 'maxBidCents', b.max_bid_cents,
             'findings', coalesce(b.preflight_findings, '[]')) end as bid,
           case when l.id is not null then jsonb_build_object(
             'endsAt', ${epochMs('l.ends_at')}, 'minimumBidCents', l.minimum_bid_cents) end as listing,
           exists (select from bid_requests r where r.id = (n."values"->>'request')::bigint and r.state = 'open') as "isAsked",
           exists (select from incidents t where t.ended_at is null and n.key like 'trouble ' || t.kind || ' %') as "isInTrouble",
           exists (select from destinations d
                    where d.account_id = n.account_id and d.stopped_at is not null
                      and n.key like 'destination ' || d.id || ' stopped %') as "isStopped",
           d.last_sent_at, coalesce(d.shown, false) as shown
      from notifications n
      left join bids b on b.id = n.bid_id
      left join tracked_auctions t on t.id = n.tracked_auction_id
      left join listings l on l.id = t.listing_id,
           lateral (select ${epochMs('max(d.created_at)')} as last_sent_at, bool_or(d.shown_at is not null) as shown
                      from deliveries d where d.notification_id = n.id) d
     where n.account_id = ${accountId} and ${chosen}
     order by n.id`.execute(db)
  if (rows.length === 0) return []
  const account = await readAccount(db, accountId, now)
  const hasNumber = account.destinations.some(({ channel }) => channel === 'sms')
  const isTexted = hasNumber && (await readEntitlement(ctx, accountId)).sms
  const destinations = account.destinations.filter(({ channel }) => isTexted || channel !== 'sms')
  return rows.map((row) => dueOf(row, { ...account, destinations }))
}

function dueOf(row: Row, account: Account): Due {
  const { id, kind, tracked_auction_id } = row
  const { quiet_from: from, quiet_to: to, zone } = account
  const subject = {
    ...row,
    login: account.login,
    isPausedByOperator: account.paused,
    hasEngine: account.has_engine,
    nextBidAt: account.next_bid_at,
    restoredUntil: account.restored_until,
  }
  const { classOf, defaultChannels, endOf, holds } = messages.notification
  const deadline = endOf(kind, row.values, subject)
  return {
    id,
    kind,
    trackedAuctionId: tracked_auction_id,
    occasion: {
      class: classOf(kind) ?? 'info',
      isTrue: holds(kind, row.values, subject),
      isSeen: row.read || row.shown,
      deadline: deadline ?? row.at + DAY_MS,
      hasDeadline: deadline !== null,
      wanted: account.choices[kind] ?? defaultChannels(kind),
      isChosen: account.choices[kind] !== undefined,
      destinations: account.destinations,
      lastSentAt: row.last_sent_at,
      quietHours: from === null || to === null || zone === null ? null : { from, to, zone },
      urgentWakes: account.urgent_wakes,
      snoozedUntil: row.snoozed_until ?? 0,
    },
  }
}

async function readAccount(db: Db, accountId: number, now: number): Promise<Account> {
  const { rows } = await sql<Account>`
    select a.alert_choices as choices, a.quiet_from, a.quiet_to, a.zone, a.urgent_wakes,
           (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'channel', d.channel) order by d.id), '[]')
              from destinations d
             where d.account_id = a.id and d.verified_at is not null and d.stopped_at is null) as destinations,
           (select jsonb_build_object('state', c.state, 'verifiedAt', ${epochMs('c.last_verified_at')})
              from connections c where c.account_id = a.id) as login,
           exists (select from operator_pause where state <> 'off') as paused,
           exists (select from engines where ${SENDS}) as has_engine,
           (select ${epochMs('min(b.fire_at)')} from bids b
             where b.account_id = a.id and b.status = 'pending' and b.restored_from is null
               and b.fire_at > ${new Date(now)}) as next_bid_at,
           (select ${epochMs('max(b.fire_at)')} from bids b
             where b.account_id = a.id and b.status = 'pending' and b.restored_from is not null) as restored_until
      from accounts a where a.id = ${accountId}`.execute(db)
  const [account] = rows
  if (!account) throw new Error(`There is no account ${accountId}`)
  return account
}
