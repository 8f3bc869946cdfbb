import { messages, type NotStopped } from '@bidwell/contract'
import { announceChange } from '../changes/announce-change.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import { AppError } from '../platform/errors.ts'
import type { Visitor } from '../platform/route.ts'
import { awaitStandDown, type StandDownDeps } from './await-stand-down.ts'
import { noteLoginChange } from './note-login-change.ts'
import { recordVaultUse } from './vault-uses.ts'

export type RemoveDeps = StandDownDeps & { marketplace: Marketplace; process: string }

/**
 * Deletes an account's credentials and session. Without the wrapped data keys in the row, nothing opens them again.
 * Returns once no engine holds a bid that could be sent with them, with the bids that are not stopped. The
 * owner is told by mail.
 */
export async function removeCredentials(
  deps: RemoveDeps,
  accountId: number,
  visitor: Visitor | null = null,
): Promise<NotStopped[]> {
  const { db, clock, marketplace, process } = deps
  const now = clock.now()
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
      at: new Date(now),
    })
    await noteLoginChange(tx, { accountId, change: 'removed', site: marketplace.siteName, now, visitor })
    await announceChange(tx, { what: 'connection', accountId })
  })
  return awaitStandDown(deps, accountId)
}
