import { formatWait, messages } from '@bidwell/contract'
import type { Insertable } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import type { Tables } from '../../platform/database/generated-tables.ts'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'

export type VaultPurpose = Tables['vault_uses']['purpose']

const MAX_REFUSALS = 3
const REFUSAL_WINDOW_MS = 60 * 60_000

/** Records, for the owner and the operator, which process used the credentials, for which purpose, with which outcome. */
export async function recordVaultUse(db: Db, use: Insertable<Tables['vault_uses']>) {
  await db.insertInto('vault_uses').values(use).execute()
}

/**
 * Throws `rate_limited` after three refused logins with the stored credentials within an hour: a further one might lock
 * the account at the site.
 */
export async function checkRefusalLimit({ db, clock }: Ctx, accountId: number, siteName: string): Promise<void> {
  const now = clock.now()
  const refusals = await db
    .selectFrom('vault_uses')
    .select('at')
    .where('account_id', '=', accountId)
    .where('outcome', '=', 'refused')
    .where('purpose', '<>', 'connect')
    .where('at', '>', new Date(now - REFUSAL_WINDOW_MS))
    .orderBy('at', 'desc')
    .limit(MAX_REFUSALS)
    .execute()
  const oldest = refusals[MAX_REFUSALS - 1]
  if (!oldest) return
  const retryAfterMs = oldest.at.getTime() + REFUSAL_WINDOW_MS - now
  throw new AppError('rate_limited', messages.connection.loginPaused(siteName, formatWait(retryAfterMs)), {
    retryAfterMs,
  })
}
