import type { api, Data } from '@bidwell/contract'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import type { Db } from '../../platform/database/tables.ts'
import { describeDevice } from './describe-device.ts'

const PAGE_LENGTH = 25

/** A page of the account's security log, latest first. Throws `malformed` for a cursor that no earlier page gave. */
export async function listSecurityEvents(
  { db }: { db: Db },
  accountId: number,
  cursor: string | undefined,
): Promise<Data<typeof api.listSecurityEvents>> {
  let query = db
    .selectFrom('security_events')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(PAGE_LENGTH + 1)
  if (cursor !== undefined) query = query.where('id', '<', decodeCursor(cursor).id)
  const { page, nextCursor } = cutPage(await query.execute(), PAGE_LENGTH, ({ id }) => ({ key: 0, id }))
  return {
    events: page.map(({ id, kind, outcome, at, ip_address, user_agent, detail }) => ({
      id,
      kind,
      outcome,
      at: at.toISOString(),
      ip_address,
      device: user_agent === null ? null : describeDevice(user_agent),
      detail,
    })),
    next_cursor: nextCursor,
  }
}
