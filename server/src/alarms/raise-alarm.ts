import type { Db } from '../platform/database/tables.ts'

/**
 * `journal_unreadable`: a line of a dead engine's journal cannot be read; `subject` is the file that was kept.
 * `entry_rejected`: the database refuses an entry about a bid; `subject` is the bid.
 * `logins_limited`: failed logins have used up the budget of the installation; `subject` is the day.
 * `retention_failed`: rows could not be deleted when their time was over; `subject` is the table.
 * `record_changed`: a record that is only added to was changed; `subject` is the record and the place.
 */
export type Alarm = {
  kind: 'journal_unreadable' | 'entry_rejected' | 'logins_limited' | 'retention_failed' | 'record_changed'
  subject: string
}

/** Shows the operator something that the product has set aside. The same alarm is raised once. */
export async function raiseAlarm(db: Db, alarm: Alarm): Promise<void> {
  await db
    .insertInto('alarms')
    .values(alarm)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
