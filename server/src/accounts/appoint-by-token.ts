import { messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Caller, Visitor } from '../http/route.ts'
import { appointmentBudgets, spend } from '../limits/attempt-budgets.ts'
import type { Clock } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import { hashSecret } from '../platform/secrets.ts'
import { recordSecurityEvent } from '../security-log/record-security-event.ts'
import { accountById } from './account-queries.ts'
import type { AdminDeps } from './is-admin.ts'

/**
 * Makes the caller the first administrator by the token that the terminal printed at the start, which works once. Throws
 * `not_found` for any other token, and unless the caller's address is verified and one of ADMIN_EMAILS, so that nobody
 * learns which it was; and `rate_limited` for somebody who tries many.
 */
export async function appointByToken(
  { db, clock, adminEmails }: AdminDeps & { clock: Clock },
  { accountId }: Caller,
  token: string,
  visitor: Visitor,
): Promise<void> {
  await spend(db, appointmentBudgets(visitor.ipAddress, accountId), clock.now())
  const appointed = await db.transaction().execute(async (tx) => {
    const { email } = await accountById(tx, accountId)
    if (!adminEmails.includes(email)) return false
    const hash = hashSecret(token)
    const { rows } = await sql<{ done: boolean }>`select appoint_by_token(${hash}, ${accountId}) as done`.execute(tx)
    if (rows[0]?.done !== true) return false
    const event = { accountId, kind: 'appointed', outcome: 'ok', details: { by: 'token' } } as const
    await recordSecurityEvent(tx, { ...visitor, ...event })
    return true
  })
  if (!appointed) throw new AppError('not_found', messages.generic.notFound)
}
