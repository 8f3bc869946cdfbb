import { messages, type NotStopped } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import type { Visitor } from '../http/route.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import type { Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { awaitStandDown } from './await-stand-down.ts'
import { noteLoginChange } from './note-login-change.ts'
import { recordVaultUse } from './vault/vault-uses.ts'

/**
 * Deletes an account's credentials and session. Without the wrapped data keys in the row, nothing opens them again.
 * Returns once no engine holds a bid that could be sent with them, with the bids that are not stopped. The
 * owner is told by mail.
 */
export async function removeCredentials(
  ctx: Ctx,
  accountId: number,
  visitor: Visitor | null = null,
): Promise<NotStopped[]> {
  const { db, clock, marketplace } = ctx
  await db.transaction().execute(async (tx) => {
    const removed = await forgetLogin(tx, ctx, accountId)
    if (!removed) throw new AppError('not_found', messages.connection.notStored(marketplace.siteName))
    await noteLoginChange(tx, { accountId, change: 'removed', now: clock.now(), visitor })
  })
  return awaitStandDown(ctx, accountId)
}

/** Deletes an account's credentials, if it has any. Engines may still hold bids, and the owner is not told. */
export async function forgetLogin(tx: Tx, { clock, marketplace, process }: Ctx, accountId: number): Promise<boolean> {
  const removed = await tx
    .deleteFrom('connections')
    .where('account_id', '=', accountId)
    .where('marketplace', '=', marketplace.id)
    .returning('id')
    .executeTakeFirst()
  if (!removed) return false
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
  return true
}
