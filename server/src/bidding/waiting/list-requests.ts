import { BID_REQUEST, type WireBidRequest } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { AnyCaller } from '../../http/route.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import { presentWaiting } from './present-waiting.ts'
import { findRequests } from './request-queries.ts'

/** The latest requests of the account. A program reads its own. */
export async function listRequests({ db, clock, marketplace }: Ctx, caller: AnyCaller): Promise<WireBidRequest[]> {
  const token = 'token' in caller ? caller.token.id : null
  const rows = await findRequests(db, await siteNow(db, marketplace.id, clock))
    .where('r.account_id', '=', caller.accountId)
    .$if(token !== null, (query) => query.where('r.api_token_id', '=', token))
    .orderBy('r.id', 'desc')
    .limit(BID_REQUEST.listed)
    .execute()
  return rows.map((row) => ({
    ...presentWaiting(row),
    token: { id: row.api_token_id, name: row.token_name },
    state: row.state_now,
    asked_at: row.asked_at.toISOString(),
  }))
}
