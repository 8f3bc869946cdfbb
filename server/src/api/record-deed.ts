import { centsFromDollars, type Endpoint } from '@bidwell/contract'
import type { FastifyRequest } from 'fastify'
import type { TokenCaller } from '../http/route.ts'
import { deedBudget, overBudget, takeFrom } from '../identity/limits/attempt-budgets.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/tables.ts'
import { recordSecurityEvent } from '../trails/security-log/record-security-event.ts'

/**
 * Adds what a program does to the security log of its owner, with the name of the token, in the transaction that does it. Throws
 * `rate_limited` when the programs of the account have done too much: nobody can delete from that log.
 */
export async function recordDeed(
  tx: Tx,
  { clock, endpoint, asked }: { clock: Clock; endpoint: Endpoint; asked: boolean },
  { accountId, token }: TokenCaller,
  request: FastifyRequest,
): Promise<void> {
  const spent = await takeFrom(tx, [deedBudget(accountId)], clock.now())
  if (spent) throw overBudget(spent)
  await recordSecurityEvent(tx, {
    accountId,
    kind: 'api_token_used',
    outcome: 'ok',
    ipAddress: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    requestId: request.id,
    details: {
      token: token.name,
      call: `${endpoint.method} ${endpoint.path}`,
      ...subjectOf(request),
      ...(asked && { asked }),
    },
  })
}

/** What the call is about: the record, the auction and the maximum, as far as it names them. The request was validated. */
function subjectOf({ params, body }: FastifyRequest) {
  const { id } = (params ?? {}) as { id?: number }
  const { maxBid, auctionId, auction_id = auctionId } = (body ?? {}) as Partial<Record<string, string & number>>
  return {
    ...(id !== undefined && { id }),
    ...(auction_id !== undefined && { auction: auction_id }),
    ...(maxBid !== undefined && { max_cents: centsFromDollars(maxBid) }),
  }
}
