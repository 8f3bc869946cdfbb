import type { Ctx } from '../../context/ctx.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import { closeRequest } from './answer-request.ts'
import { findRequests } from './request-queries.ts'

/** Ends the requests that nobody answered in time. */
export async function endRequests({ db, clock, marketplace }: Ctx): Promise<void> {
  const open = await findRequests(db, await siteNow(db, marketplace.id, clock))
    .where('r.state', '=', 'open')
    .execute()
  for (const request of open.filter(({ state_now }) => state_now === 'ended')) {
    await db
      .transaction()
      .execute((tx) => closeRequest(tx, request, { state: 'ended', at: clock.now(), visitor: null }))
  }
}
