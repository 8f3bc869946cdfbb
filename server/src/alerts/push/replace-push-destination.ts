import type { PushSubscription } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import { lockAccount } from '../../identity/accounts/account-queries.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { readPushSettings, writePushSettings } from './push-destination.ts'
import { checkSubscription } from './push-hosts.ts'

/** The subscription that the browser had, with the secret that only it knows. */
type Former = { endpoint: string; auth: string }

/**
 * Puts a browser's new subscription in the place of its former one, where there is such a one. It needs no session: the browser
 * may change a subscription while no page is open. A browser that was signed out stays without alerts.
 */
export async function replacePushDestination(
  { db }: Ctx,
  pushHosts: readonly string[],
  { endpoint, keys, former }: PushSubscription & { former: Former },
): Promise<void> {
  checkSubscription({ endpoint, keys }, pushHosts)
  await db.transaction().execute(async (tx) => {
    const owner = await findFormer(tx, former)
    if (!owner) return
    await lockAccount(tx, owner.account_id)
    const found = await findFormer(tx, former)
    if (!found || found.stopped_because === 'signed_out') return
    const { session, server_key } = readPushSettings(found.settings)
    // A page that was open may have stored the new one already.
    await tx
      .deleteFrom('destinations')
      .where('account_id', '=', found.account_id)
      .where('channel', '=', 'push')
      .where('address', '=', endpoint)
      .where('id', '!=', found.id)
      .execute()
    await tx
      .updateTable('destinations')
      .set({
        address: endpoint,
        settings: writePushSettings({ ...keys, session, server_key }),
        stopped_at: null,
        stopped_because: null,
      })
      .where('id', '=', found.id)
      .execute()
  })
}

const findFormer = (tx: Tx, { endpoint, auth }: Former) =>
  tx
    .selectFrom('destinations')
    .select(['id', 'account_id', 'settings', 'stopped_because'])
    .where('channel', '=', 'push')
    .where('address', '=', endpoint)
    .where(sql<boolean>`settings ->> 'auth' = ${auth}`)
    .executeTakeFirst()
