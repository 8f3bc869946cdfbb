import type { Marketplace } from '../../marketplace/marketplace.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { closeRequest } from './answer-request.ts'
import { findRequests } from './request-queries.ts'

type EndDeps = { db: Db; clock: Clock; marketplace: Pick<Marketplace, 'id'> }

/** Ends the requests that nobody answered in time. */
export async function endRequests({ db, clock, marketplace }: EndDeps): Promise<void> {
  const open = await findRequests(db, await siteNow(db, marketplace.id, clock))
    .where('r.state', '=', 'open')
    .execute()
  for (const request of open.filter(({ state_now }) => state_now === 'ended')) {
    await db
      .transaction()
      .execute((tx) => closeRequest(tx, request, { state: 'ended', at: clock.now(), visitor: null }))
  }
}
