import { sql, type UpdateObject } from 'kysely'
import type { Tables } from '../../platform/database/generated-tables.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { KeptBackup } from './decide-removals.ts'

const MOST_WORDS = 2_000
/** On the database's clock, which also says how old a backup is. */
export const NOW = sql<Date>`clock_timestamp()`
/** What is told of backups whose file is gone. */
const FORGOTTEN_AFTER = '90 days'

/** Notes that a backup is being made, and that those before it that never ended will not. */
export async function noteStart(db: Db, takenAt: Date): Promise<number> {
  await db
    .updateTable('backups')
    .set({ ended_at: NOW, failure: 'Its process ended before the backup was finished' })
    .where('ended_at', 'is', null)
    .execute()
  await db
    .deleteFrom('backups')
    .where(sql<boolean>`(file is null or removed_at is not null) and started_at < now() - ${FORGOTTEN_AFTER}::interval`)
    .execute()
  const inserted = await db
    .insertInto('backups')
    .values({ taken_at: takenAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

export async function noteState(db: Db, id: number, state: UpdateObject<Tables, 'backups'>): Promise<void> {
  await db.updateTable('backups').set(state).where('id', '=', id).execute()
}

export const noteFailure = (db: Db, id: number, sentence: string): Promise<void> =>
  noteState(db, id, { ended_at: NOW, failure: sentence.slice(0, MOST_WORDS) })

/** Of the name of a file from before an upgrade. */
export const BEFORE_UPGRADE = '-before-upgrade'

/** The backups whose file has not been removed by us, each with its name. */
export async function listKept(db: Db): Promise<(KeptBackup & { file: string })[]> {
  const rows = await db
    .selectFrom('backups')
    .select(['id', 'file', 'taken_at', 'verified_at'])
    .where('removed_at', 'is', null)
    .where('file', 'is not', null)
    .$narrowType<{ file: string }>()
    .execute()
  return rows.map(({ id, file, taken_at, verified_at }) => ({
    id,
    file,
    takenAt: taken_at.getTime(),
    isVerified: verified_at !== null,
    isBeforeUpgrade: file.includes(BEFORE_UPGRADE),
  }))
}
