import type { Db } from '../../platform/database/tables.ts'

/** Those of the sessions that are still alive. */
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

/** A browser of theirs is open, at least until then: their auctions are worth reading often. */
export async function keepLooking(db: Db, accountIds: number[], until: number) {
  await db
    .updateTable('accounts')
    .set({ active_until: new Date(until) })
    .where('id', 'in', accountIds)
    .execute()
}
