import { randomUUID } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { AccountRow, Tx } from '../platform/database/tables.ts'
import { rememberCaller } from '../passwords/known-callers.ts'
import type { Visitor } from '../platform/route.ts'
import { recordSecurityEvent } from '../security-log/record-security-event.ts'
import { recordProductEvent } from '../trails/record-product-event.ts'
import { endsOfNewSession } from './session-end.ts'
import { signSessionToken } from './sign-session-token.ts'
import type { Tokens } from './tokens.ts'

const MAX_USER_AGENT_LENGTH = 500

/**
 * Starts a session after the user has proven who they are, and returns its first token. `remember` only where the user
 * ticked it.
 */
export async function openSession(
  { clock, tokens }: { clock: Clock; tokens: Tokens },
  tx: Tx,
  account: AccountRow,
  visitor: Visitor,
  remember: boolean,
): Promise<string> {
  const now = new Date(clock.now())
  const ends = endsOfNewSession(remember, now.getTime())
  await recordProductEvent(tx, 'user_login', account.id, now.getTime())
  await recordSecurityEvent(tx, { accountId: account.id, kind: 'signed_in', outcome: 'ok', ...visitor })
  await rememberCaller(tx, account.id, visitor, now.getTime())
  const session = await tx
    .insertInto('sessions')
    .values({
      id: randomUUID(),
      account_id: account.id,
      jti: randomUUID(),
      remember_me: remember,
      proven_at: now,
      expires_at: new Date(ends.expires),
      absolute_expires_at: new Date(ends.absolute),
      user_agent: visitor.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      ip_address: visitor.ipAddress,
      last_ip_address: visitor.ipAddress,
      created_at: now,
      last_used_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return signSessionToken(tokens, account, session)
}
