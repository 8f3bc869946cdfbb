import { sql } from 'kysely'
import type { VaultKey } from '../config/config.ts'
import { notify } from '../notifying/notifications/notify.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { recordVaultUse } from './vault/vault-uses.ts'

/**
 * Removes the connections whose credentials none of the secret `keys` opens, and returns how many there were. Their
 * owners see that they are not connected, and can connect again. Logins that were sealed for another host stay: their
 * owners are asked to connect again, and the host may come back.
 */
export async function removeUnopenableLogins(
  { db, clock, process }: { db: Db; clock: Clock; process: string },
  keys: readonly VaultKey[],
): Promise<number> {
  const held = keys.filter(({ kind }) => kind === 'secret').map(({ kid }) => kid)
  return db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('connections')
      .where(sql<boolean>`not (sealed_credentials ->> 'kid' = any(${held}))`)
      .returning(['id', 'account_id'])
      .execute()
    // A connection that loses only its token stays: the next login seals another.
    await tx
      .updateTable('connections')
      .set({ sealed_token: null, token_expires_at: null })
      .where(sql<boolean>`not (sealed_token ->> 'kid' = any(${held}))`)
      .execute()
    for (const { id, account_id } of removed) {
      await recordVaultUse(tx, {
        account_id,
        connection_id: id,
        process,
        purpose: 'remove',
        bid_id: null,
        outcome: 'ok',
        at: new Date(clock.now()),
      })
      await notify(tx, [{ kind: 'site_login_lost', accountId: account_id, key: `login ${id} lost`, values: {} }])
      await announceChange(tx, { what: 'connection', accountId: account_id })
    }
    return removed.length
  })
}
