import type { AlarmRow, Db } from './database/tables.ts'

/**
 * `journal_unreadable`: a line of a dead engine's journal cannot be read; `subject` is the file that was kept.
 * `entry_rejected`: the database refuses an entry about a bid; `subject` is the bid.
 * `logins_limited`: failed logins have used up the budget of the installation; `subject` is the day.
 * `retention_failed`: rows could not be deleted when their time was over; `subject` is the table.
 * `two_subscriptions`: an account pays for two subscriptions; `subject` is the account.
 * `subscription_unknown`: the payment service does not know a stored subscription; `subject` is its id there.
 * `customer_not_closed`: the customer of a deleted account could not be deleted; `subject` is its id there.
 * `orders_unreadable`: a list of orders has an unknown shape; `subject` is the list and the form of what came.
 * `group_won_too_many`: a group of bids has won more than its owner accepts; `subject` is the group.
 */
export type Alarm = Pick<AlarmRow, 'kind' | 'subject'>

/** Shows the operator something that the product has set aside. The same alarm is raised once. */
export async function raiseAlarm(db: Db, alarm: Alarm): Promise<void> {
  await db
    .insertInto('alarms')
    .values(alarm)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The alarms that no operator has cleared, oldest first. */
export const listAlarms = (db: Db, atMost = Number.MAX_SAFE_INTEGER): Promise<AlarmRow[]> =>
  db.selectFrom('alarms').selectAll().orderBy('raised_at').limit(atMost).execute()

export async function countAlarms(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('alarms')
    .select((alarm) => alarm.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
