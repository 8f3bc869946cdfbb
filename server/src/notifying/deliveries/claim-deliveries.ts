import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'
import type { Channel, Delivery } from './delivery.ts'

/** So long after its last sign, the deliveries of a process that is gone are claimed by another. */
const LEASE_S = 30
/** Among so many that are due, those are chosen that may be sent now. */
const CANDIDATES = 500

const epochMs = (column: string) => sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/**
 * Claims deliveries that are due, the soonest to lose their use first and tests last: one for a recipient, in their order, and of what the
 * channel sends at once no more than a fifth of an account. `sending` is what this process sends at present. The attempt is
 * counted before it begins.
 */
export async function claimDeliveries(
  db: Db,
  { name, atOnce }: Pick<Channel, 'name' | 'atOnce'>,
  { sending, now }: { sending: readonly Delivery[]; now: number },
): Promise<Delivery[]> {
  const perAccount = Math.ceil(atOnce / 5)
  const accounts = sending.flatMap(({ accountId }) => accountId ?? [])
  const { rows } = await sql<Delivery>`
    with due as (
      select id, account_id, recipient, kind = 'alert_test' as is_test, give_up_at, position, busy.sent
        from deliveries d, lateral (select cardinality(array_positions(${accounts}::bigint[], d.account_id)) as sent) busy
       where channel = ${name} and ended_at is null and next_try_at <= ${new Date(now)}
         and (leased_until is null or leased_until < clock_timestamp())
         and recipient <> all(${sending.map(({ recipient }) => recipient)}::text[]) and sent < ${perAccount}
       order by is_test, give_up_at, position
       limit ${CANDIDATES}),
    first as (select distinct on (recipient) * from due order by recipient, position),
    ranked as (
      select *, sent + row_number() over (partition by account_id order by is_test, give_up_at, position) as of_account from first),
    chosen as (
      select id from deliveries
       where id in (select id from ranked
                     where account_id is null or of_account <= ${perAccount}
                     order by is_test, give_up_at, position limit ${atOnce - sending.length})
         and ended_at is null and (leased_until is null or leased_until < clock_timestamp())
         for update skip locked)
    update deliveries d
       set attempts = d.attempts + 1, leased_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
      from chosen where chosen.id = d.id
    returning d.id, d.account_id as "accountId", d.channel, d.destination_id as "destinationId",
              d.notification_id as "notificationId", d.kind, d.recipient, d.content, d.attempts as attempt,
              ${epochMs('d.created_at')} as "createdAt", ${epochMs('d.give_up_at')} as "giveUpAt"`.execute(db)
  return rows
}

/** Keeps other processes away from what this one sends. */
export async function renewLeases(db: Db, sending: readonly Delivery[]): Promise<void> {
  if (sending.length === 0) return
  const [ids, attempts] = [sending.map(({ id }) => id), sending.map(({ attempt }) => attempt)]
  await sql`
    update deliveries d set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
      from unnest(${ids}::uuid[], ${attempts}::int[]) as own (id, attempt)
     where d.id = own.id and d.attempts = own.attempt and d.leased_until is not null`.execute(db)
}
