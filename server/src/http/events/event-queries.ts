import type { Db } from '../../platform/database/tables.ts'

/** Those of the sessions that are neither revoked nor expired. */
export async function liveSessions(db: Db, sessionIds: string[], now: number): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', sessionIds)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Marks accounts as having a browser open until then, epoch ms: their auctions are read more often. */
export async function markActive(db: Db, accountIds: number[], until: number) {
  await db
    .updateTable('accounts')
    .set({ active_until: new Date(until) })
    .where('id', 'in', accountIds)
    .execute()
}
