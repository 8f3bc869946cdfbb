import type { api, Data } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'

const PAGE_LENGTH = 25

/** A page of what administrators did, latest first. Throws `malformed` for a cursor that no earlier page gave. */
export async function listActions({ db }: Ctx, cursor: string | undefined): Promise<Data<typeof api.listAdminActions>> {
  let query = db
    .selectFrom('security_events as e')
    .leftJoin('accounts as a', 'a.id', 'e.account_id')
    .select(['e.id', 'e.at', 'e.detail', 'a.email'])
    // A literal: the index holds these rows alone.
    .where(sql<boolean>`e.kind = 'administered'`)
    .orderBy('e.id', 'desc')
    .limit(PAGE_LENGTH + 1)
  if (cursor !== undefined) query = query.where('e.id', '<', decodeCursor(cursor).id)
  const { page, nextCursor } = cutPage(await query.execute(), PAGE_LENGTH, ({ id }) => ({ key: 0, id }))
  return {
    actions: page.map(({ id, at, email, detail }) => ({
      id,
      at: at.toISOString(),
      administrator: email,
      action: String(detail['action']),
      subject: String(detail['subject']),
      reason: String(detail['reason']),
    })),
    next_cursor: nextCursor,
  }
}
