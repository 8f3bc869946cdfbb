import { messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import { notify } from '../notifying/notifications/notify.ts'
import { announceChange } from '../platform/changes/announce-change.ts'

/**
 * Marks the connections whose login was sealed for another host than `host` as refused, with the reason: after a change of
 * the site's address, their owners see that they have to connect again. A host that comes back takes its marks off.
 */
export async function refuseLoginsOfOtherHosts({ db, clock, marketplace }: Ctx, host: string): Promise<void> {
  const reason = messages.connection.otherHost(marketplace.siteName)
  const isOther = sql<boolean>`sealed_credentials ->> 'host' is distinct from ${host}`
  const updatedAt = new Date(clock.now())
  await db.transaction().execute(async (tx) => {
    const connections = tx
      .updateTable('connections')
      .where('marketplace', '=', marketplace.id)
      .returning(['id', 'account_id'])
    const marked = await connections
      .set({
        state: 'refused',
        state_detail: reason,
        sealed_token: null,
        token_expires_at: null,
        updated_at: updatedAt,
      })
      .where(isOther)
      .where('state_detail', 'is distinct from', reason)
      .execute()
    const restored = await connections
      .set({ state: 'connected', state_detail: null, updated_at: updatedAt })
      .where(sql<boolean>`not ${isOther}`)
      .where('state_detail', '=', reason)
      .execute()
    await notify(
      tx,
      marked.map(({ id, account_id: accountId }) => ({
        kind: 'site_login_other_host',
        values: {},
        accountId,
        key: `login ${id} sealed for another host than ${host}`.slice(0, 200),
      })),
    )
    for (const { account_id: accountId } of [...marked, ...restored]) {
      await announceChange(tx, { what: 'connection', accountId })
    }
  })
}
