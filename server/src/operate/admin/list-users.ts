import type { api, Data, Query, UserSummary } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import type { Db } from '../../platform/database/tables.ts'

const PAGE_LENGTH = 25

/** A page of users, latest first, or those that a search finds. Throws `malformed` for a cursor that no earlier page gave. */
export async function listUsers(
  { db }: Ctx,
  { q = '', cursor }: Query<typeof api.listUsers>,
): Promise<Data<typeof api.listUsers>> {
  const text = q.trim().toLowerCase()
  if (text !== '') {
    const rows = await findUsers(db, text)
    return { users: rows.slice(0, PAGE_LENGTH).map(present), next_cursor: null, is_cut: rows.length > PAGE_LENGTH }
  }
  let query = usersIn(db)
    .orderBy('a.id', 'desc')
    .limit(PAGE_LENGTH + 1)
  if (cursor !== undefined) query = query.where('a.id', '<', decodeCursor(cursor).id)
  const { page, nextCursor } = cutPage(await query.execute(), PAGE_LENGTH, ({ id }) => ({ key: 0, id }))
  return { users: page.map(present), next_cursor: nextCursor, is_cut: false }
}

/** Those whose address begins so, and the one with this number: an index finds both. */
function findUsers(db: Db, text: string) {
  const number = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
  return usersIn(db)
    .where((user) =>
      user.or([
        user('a.email', 'like', `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`),
        ...(number === null ? [] : [user('a.id', '=', number)]),
      ]),
    )
    .orderBy('a.email')
    .limit(PAGE_LENGTH + 1)
    .execute()
}

export const usersIn = (db: Db) =>
  db
    .selectFrom('accounts as a')
    .leftJoin('account_deletions as d', (join) =>
      join.onRef('d.account_id', '=', 'a.id').on('d.cancelled_at', 'is', null).on('d.completed_at', 'is', null),
    )
    .select(['a.id', 'a.email', 'a.email_verified_at', 'a.created_at', 'a.suspended_at', 'd.due_at'])

type UserRow = Awaited<ReturnType<ReturnType<typeof usersIn>['executeTakeFirstOrThrow']>>

export const present = ({ id, email, email_verified_at, created_at, suspended_at, due_at }: UserRow): UserSummary => ({
  id,
  email,
  email_verified: email_verified_at !== null,
  created_at: created_at.toISOString(),
  suspended_at: suspended_at?.toISOString() ?? null,
  deletion_due: due_at?.toISOString() ?? null,
})
