import type { Marketplace } from '../marketplace/marketplace.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { recordSecurityEvent } from '../security-log/record-security-event.ts'
import { findPast } from './request-queries.ts'

type EndDeps = { db: Db; clock: Clock; marketplace: Pick<Marketplace, 'id'> }

/** Ends the requests that nobody answered in time, and says so in the security logs of their owners. */
export async function endRequests({ db, clock, marketplace }: EndDeps): Promise<void> {
  const past = await findPast(db, await siteNow(db, marketplace.id, clock)).execute()
  for (const { id, account_id: accountId, token_name: token, max_bid_cents: max_cents } of past) {
    await db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('bid_requests')
        .set({ state: 'ended', answered_at: new Date(clock.now()) })
        .where('id', '=', id)
        .where('state', '=', 'open')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      const details = { token, max_cents, request: id }
      const byNobody = { ipAddress: null, userAgent: null, requestId: null }
      await recordSecurityEvent(tx, { ...byNobody, accountId, kind: 'bid_request_ended', outcome: 'ok', details })
    })
  }
}
