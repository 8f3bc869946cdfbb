import { randomUUID } from 'node:crypto'
import { SESSION } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { AccountRow, Tx } from '../platform/database/tables.ts'
import { recordProductEvent } from '../trails/record-product-event.ts'
import { signSessionToken } from './sign-session-token.ts'
import type { Tokens } from './tokens.ts'

export type Visitor = { ipAddress: string; userAgent: string | null }

const MAX_USER_AGENT_LENGTH = 500

/** Starts a session after the password was proven, and returns its first token. */
export async function openSession(
  { clock, tokens }: { clock: Clock; tokens: Tokens },
  tx: Tx,
  account: AccountRow,
  visitor: Visitor,
  remember: boolean,
): Promise<string> {
  const now = new Date(clock.now())
  const lifeMs = remember ? SESSION.rememberedSessionMs : SESSION.sessionMs
  await recordProductEvent(tx, 'user_login', account.id, now.getTime())
  const session = await tx
    .insertInto('sessions')
    .values({
      id: randomUUID(),
      account_id: account.id,
      jti: randomUUID(),
      remember_me: remember,
      proven_at: now,
      expires_at: new Date(now.getTime() + lifeMs),
      user_agent: visitor.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      ip_address: visitor.ipAddress,
      created_at: now,
      last_used_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return signSessionToken(tokens, account, session)
}
