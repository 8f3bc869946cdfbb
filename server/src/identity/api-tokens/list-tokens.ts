import { type ApiToken, dollarsOrNull } from '@bidwell/contract'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import type { Tables } from '../../platform/database/generated-tables.ts'

/** The tokens of an account, latest first. One that has expired is listed until it is deleted. */
export async function listTokens({ db }: Ctx, accountId: number): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(presentToken)
}

export const presentToken = (token: Selectable<Tables['api_tokens']>): ApiToken => ({
  id: token.id,
  name: token.name,
  scope: token.scope,
  max_bid: dollarsOrNull(token.max_bid_cents),
  day_cap: dollarsOrNull(token.day_cap_cents),
  ask_above: dollarsOrNull(token.ask_above_cents),
  created_at: token.created_at.toISOString(),
  expires_at: token.expires_at.toISOString(),
  last_used_at: token.last_used_at?.toISOString() ?? null,
  last_ip_address: token.last_ip_address,
})
