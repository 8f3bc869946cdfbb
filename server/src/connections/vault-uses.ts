import { messages } from '@bidwell/contract'
import type { Insertable } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db, VaultUseTable } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'

export type VaultPurpose = VaultUseTable['purpose']

const MOST_REFUSALS = 3
const REFUSALS_COUNT_FOR_MS = 60 * 60_000

/** For the owner and the operator: who used the login, what for, and how it went. */
export async function recordVaultUse(db: Db, use: Insertable<VaultUseTable>) {
  await db.insertInto('vault_uses').values(use).execute()
}

/** Throws `rate_limited` when the site has refused three logins within the hour: more might lock the account there. */
export async function refuseWhilePaused(
  { db, clock }: { db: Db; clock: Clock },
  accountId: number,
  siteName: string,
): Promise<void> {
  const now = clock.now()
  const refusals = await db
    .selectFrom('vault_uses')
    .select('at')
    .where('account_id', '=', accountId)
    .where('outcome', '=', 'refused')
    .where('at', '>', new Date(now - REFUSALS_COUNT_FOR_MS))
    .orderBy('at', 'desc')
    .limit(MOST_REFUSALS)
    .execute()
  const oldest = refusals[MOST_REFUSALS - 1]
  if (!oldest) return
  const retryAfterMs = oldest.at.getTime() + REFUSALS_COUNT_FOR_MS - now
  throw new AppError('rate_limited', messages.connection.loginPaused(siteName), { retryAfterMs })
}
