import { messages, TokenScope } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { TokenCaller } from '../../http/route.ts'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { hashOfToken } from './token-text.ts'

/** The use of a token is recorded once a minute. */
const USE_INTERVAL_MS = 60_000

/**
 * Returns the program behind a token. Throws `token_invalid` (401) for a text that is no token, and for a token that was revoked
 * or has expired, and `forbidden` (403) while its owner is suspended.
 */
export async function checkToken({ db, clock }: Ctx, text: string, ipAddress: string): Promise<TokenCaller> {
  const hash = hashOfToken(text)
  const token = hash === null ? undefined : await findToken(db, hash)
  if (!token) throw new AppError('token_invalid', messages.apiToken.unknown)
  const now = clock.now()
  if (token.expires_at.getTime() <= now) throw new AppError('token_invalid', messages.apiToken.expired)
  if (token.suspended_because !== null)
    throw new AppError('forbidden', messages.signIn.suspendedByOperator(token.suspended_because))
  if (now - (token.last_used_at?.getTime() ?? 0) >= USE_INTERVAL_MS) {
    const use = { last_used_at: new Date(now), last_ip_address: ipAddress }
    await db.updateTable('api_tokens').set(use).where('id', '=', token.id).execute()
  }
  const {
    id,
    name,
    scope,
    max_bid_cents: maxBidCents,
    day_cap_cents: dayCapCents,
    ask_above_cents: askAboveCents,
  } = token
  return { accountId: token.account_id, token: { id, name, scope, maxBidCents, dayCapCents, askAboveCents } }
}

const findToken = (db: Db, hash: Buffer) =>
  db
    .selectFrom('api_tokens as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .selectAll('t')
    .select('a.suspended_because')
    .where('t.token_hash', '=', hash)
    .executeTakeFirst()

/** Throws `scope_missing` (403), with the name of the scope, when a token lacks what a call needs. */
export function requireScope(
  { token }: TokenCaller,
  needed: TokenScope,
  message = messages.apiToken.scopeMissing(needed),
) {
  const scopes = TokenScope.options
  if (scopes.indexOf(token.scope) >= scopes.indexOf(needed)) return
  throw new AppError('scope_missing', message, { details: [{ path: 'scope', message: needed }] })
}
