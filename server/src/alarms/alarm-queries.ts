import type { AlarmRow, Db } from '../platform/database/tables.ts'

/** The alarms that no operator has cleared, oldest first. */
export const listAlarms = (db: Db): Promise<AlarmRow[]> =>
  db.selectFrom('alarms').selectAll().orderBy('raised_at').execute()

export async function countAlarms(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('alarms')
    .select((alarm) => alarm.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function clearAlarms(db: Db): Promise<void> {
  await db.deleteFrom('alarms').execute()
}
