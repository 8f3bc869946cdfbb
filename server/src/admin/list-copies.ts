import type { Overview } from '@bidwell/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../platform/database/generated-tables.ts'
import type { Db } from '../platform/database/tables.ts'

type Copy = NonNullable<Overview['backups']>[number]

const MOST_COPIES = 20

/** Where the copies of the database are: the backups that are kept, and the last tries, the latest first. */
export async function listCopies(db: Db): Promise<Copy[]> {
  const rows = await db
    .selectFrom('backups')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(MOST_COPIES)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    taken_at: row.taken_at.toISOString(),
    state: stateOf(row),
    is_final: row.is_final,
    file: row.file,
    bytes: row.bytes,
    copied_at: row.copied_at?.toISOString() ?? null,
    failure: row.failure,
    copy_failure: row.copy_failure,
  }))
}

function stateOf({ ended_at, verified_at, failure }: Selectable<Tables['backups']>): Copy['state'] {
  if (failure !== null) return 'failed'
  if (ended_at === null) return 'being_made'
  return verified_at === null ? 'written' : 'verified'
}
