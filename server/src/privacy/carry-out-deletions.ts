import { sql } from 'kysely'
import { forgetLogin } from '../connections/remove-credentials.ts'
import type { Ctx } from '../context/ctx.ts'
import { queueMail } from '../notifying/mail/queue-mail.ts'
import { raiseAlarm } from '../platform/alarms.ts'
import { recordSecurityEvent } from '../trails/security-log/record-security-event.ts'
import { openRequests } from './deletion-queries.ts'
import { noteDeletion } from './note-deletion.ts'
import { stopBids } from './stop-bids.ts'

/**
 * Finishes every open request to delete an account, as far as it goes now: a site login and pending bids that the request
 * itself did not reach, and after the days of grace the account. One failed request does not stop the others; they
 * raise an alarm, and the first error is thrown at the end, so that the job is repeated. `dataDir`: where
 * deletions are noted, for a restore.
 */
export async function carryOutDeletions(ctx: Ctx, dataDir?: string): Promise<void> {
  const errors: unknown[] = []
  for (const { id, account_id } of await openRequests(ctx.db).orderBy('id').execute()) {
    try {
      // Its owner may have signed in while others were worked on. The role of the jobs can lock nothing against a moment between.
      if (!(await openRequests(ctx.db).where('id', '=', id).executeTakeFirst())) continue
      await ctx.db.transaction().execute((tx) => forgetLogin(tx, ctx, account_id))
      await stopBids(ctx, account_id)
      if (await deleteDueAccount(ctx, { id, account_id }, dataDir)) {
        // The number names nobody any more.
        ctx.log.info({ deletion: id, accountId: account_id }, 'an account was deleted')
      }
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length === 0) return
  await raiseAlarm(ctx.db, { kind: 'retention_failed', subject: 'account_deletions' })
  throw errors[0]
}

/** Returns whether the account is deleted now. The database decides whether it is due. */
async function deleteDueAccount(
  { db, clock }: Ctx,
  { id: requestId, account_id: accountId }: { id: number; account_id: number },
  dataDir: string | undefined,
): Promise<boolean> {
  const now = clock.now()
  return db
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ is: boolean }>`
      select due_at <= clock_timestamp() as is from account_deletions where id = ${requestId}`.execute(tx)
      if (rows[0]?.is !== true) return false
      const account = await tx
        .selectFrom('accounts')
        .select(['id', 'created_at'])
        .where('id', '=', accountId)
        .executeTakeFirst()
      if (!account) throw new NotYet()
      // Deleting the account takes its number and everything personal out of the security log.
      const nobody = { ipAddress: null, userAgent: null, requestId: null }
      await recordSecurityEvent(tx, { ...nobody, accountId, kind: 'account_deleted', outcome: 'ok' })
      const deleted = await sql<{ address: string | null }>`select delete_account(${requestId}) as address`.execute(tx)
      const address = deleted.rows[0]?.address ?? null
      if (address === null) throw new NotYet()
      await queueMail(tx, { kind: 'account-deleted', to: address, accountId: null, at: now }, { now })
      // Before the commit, so that no account goes whose deletion a restore from an earlier backup could not repeat.
      if (dataDir !== undefined) await noteDeletion(dataDir, account)
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof NotYet) return false
      throw error
    })
}

/** Takes the transaction back: the account still has a bid that is not settled, or its owner has just signed in. */
class NotYet extends Error {}
