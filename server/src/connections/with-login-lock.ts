import { messages } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'

/** Longer than any login takes: an older lock was left by a process that died. */
const LOCK_TIMEOUT_MS = 30_000
const RETRY_AFTER_MS = 2_000

/**
 * Runs a login attempt of an account, one at a time: concurrent attempts would not see each other's refusals in the count.
 * Throws `rate_limited` while another attempt is in progress.
 */
export async function withLoginLock<T>(
  { db, clock }: { db: Db; clock: Clock },
  accountId: number,
  work: () => Promise<T>,
): Promise<T> {
  const since = new Date(clock.now())
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ login_attempt_started_at: since })
    .where('id', '=', accountId)
    .where((account) =>
      account.or([
        account('login_attempt_started_at', 'is', null),
        account('login_attempt_started_at', '<', new Date(since.getTime() - LOCK_TIMEOUT_MS)),
      ]),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    throw new AppError('rate_limited', messages.generic.tooManyRequests, { retryAfterMs: RETRY_AFTER_MS })
  }
  try {
    return await work()
  } finally {
    await db
      .updateTable('accounts')
      .set({ login_attempt_started_at: null })
      .where('id', '=', accountId)
      .where('login_attempt_started_at', '=', since)
      .execute()
  }
}
