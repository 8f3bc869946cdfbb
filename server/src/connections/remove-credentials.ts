import { messages } from '@bidwell/contract'
import { announceChange } from '../changes/announce-change.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { recordVaultUse } from './vault-uses.ts'

export type RemoveDeps = { db: Db; clock: Clock; marketplace: Marketplace; process: string }

/** Deletes an account's credentials and session. Without the wrapped data keys in the row, nothing opens them again. */
export async function removeCredentials({ db, clock, marketplace, process }: RemoveDeps, accountId: number) {
  await db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('connections')
      .where('account_id', '=', accountId)
      .where('marketplace', '=', marketplace.id)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw new AppError('not_found', messages.connection.notStored(marketplace.siteName))
    await recordVaultUse(tx, {
      account_id: accountId,
      connection_id: removed.id,
      process,
      purpose: 'remove',
      bid_id: null,
      outcome: 'ok',
      at: new Date(clock.now()),
    })
    await announceChange(tx, { what: 'connection', accountId })
  })
}
