import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import type { Channel, Delivery } from './delivery.ts'

/** So long after its last sign, the deliveries of a process that is gone are claimed by another. */
const LEASE_S = 10
/** Among so many that are due, those are chosen that may be sent now. */
const CANDIDATES = 500

/** A delivery that this process has claimed. `isOver`: it may have arrived, and another copy would be one too many. */
export type Claimed = Delivery & { isOver: boolean }

/** What this process sends at present. */
export type Sending = Pick<Delivery, 'id' | 'attempt' | 'accountId' | 'recipient'>

/**
 * Claims deliveries that are due, the soonest to lose their use first and tests last: one for a recipient, in their order, and of what the
 * channel sends at once no more than a fifth of an account. The attempt is counted before it begins.
 */
export async function claimDeliveries(
  db: Db,
  { name, atOnce, dropsCopies }: Channel,
  { sending, now }: { sending: readonly Sending[]; now: number },
): Promise<Claimed[]> {
  const perAccount = Math.ceil(atOnce / 5)
  const { rows } = await sql<Row>`
    with busy as (select account_id, count(*) as sent from unnest(${sending.map(({ accountId }) => accountId)}::bigint[]) as b (account_id)
                   group by account_id),
    due as (
      select d.id, d.account_id, d.recipient, d.kind = 'alert_test' as is_test, d.give_up_at, d.position,
             coalesce(b.sent, 0) as sent_of_account
        from deliveries d left join busy b on b.account_id = d.account_id
       where d.channel = ${name} and d.ended_at is null and d.next_try_at <= ${new Date(now)}
         and (d.leased_until is null or d.leased_until < clock_timestamp())
         and d.recipient <> all(${sending.map(({ recipient }) => recipient)}::text[])
         and coalesce(b.sent, 0) < ${perAccount}
       order by is_test, d.give_up_at, d.position
       limit ${CANDIDATES}),
    first as (
      select due.*, row_number() over (partition by recipient order by position) as of_recipient from due),
    ranked as (
      select first.*, row_number() over (partition by account_id order by is_test, give_up_at, position) as of_account
        from first where of_recipient = 1),
    chosen as (
      select d.id, d.may_be_twice as is_last_copy, d.handed_over_at is not null as may_have_arrived
        from deliveries d
       where d.id in (select id from ranked
                       where account_id is null or of_account + sent_of_account <= ${perAccount}
                       order by is_test, give_up_at, position limit ${atOnce - sending.length})
         and d.ended_at is null and (d.leased_until is null or d.leased_until < clock_timestamp())
         for update of d skip locked)
    update deliveries d
       set attempts = d.attempts + 1, leased_until = clock_timestamp() + make_interval(secs => ${LEASE_S}),
           may_be_twice = d.may_be_twice or (chosen.may_have_arrived and not ${dropsCopies})
      from chosen where chosen.id = d.id
    returning d.id, d.account_id, d.channel, d.destination_id, d.notification_id, d.kind, d.recipient, d.content,
              d.attempts as attempt, d.created_at, d.give_up_at,
              chosen.may_have_arrived, chosen.is_last_copy`.execute(db)
  return rows.map(
    ({
      account_id,
      destination_id,
      notification_id,
      created_at,
      give_up_at,
      may_have_arrived,
      is_last_copy,
      ...row
    }) => ({
      ...row,
      accountId: account_id,
      destinationId: destination_id,
      notificationId: notification_id,
      mayHaveArrived: may_have_arrived,
      isOver: may_have_arrived && is_last_copy && !dropsCopies,
      createdAt: created_at.getTime(),
      giveUpAt: give_up_at.getTime(),
    }),
  )
}

type Row = Omit<
  Delivery,
  'accountId' | 'destinationId' | 'notificationId' | 'mayHaveArrived' | 'createdAt' | 'giveUpAt'
> & {
  account_id: number | null
  destination_id: number | null
  notification_id: number | null
  may_have_arrived: boolean
  is_last_copy: boolean
  created_at: Date
  give_up_at: Date
}

/** Keeps other processes away from what this one sends. */
export async function renewLeases(db: Db, sending: readonly Sending[]): Promise<void> {
  if (sending.length === 0) return
  const own = JSON.stringify(sending.map(({ id, attempt }) => ({ id, attempt })))
  await sql`
    update deliveries d set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
      from jsonb_to_recordset(${own}::jsonb) as own (id uuid, attempt int)
     where d.id = own.id and d.attempts = own.attempt and d.ended_at is null`.execute(db)
}
