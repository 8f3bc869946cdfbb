import type { api, Body, Data, NotStopped } from '@bidwell/contract'
import { sql } from 'kysely'
import { awaitRelease } from '../../bidding/pauses/await-release.ts'
import { presentUnstopped } from '../../bidding/pauses/pause-bidding.ts'
import { setOperatorPause } from '../../bidding/pauses/set-operator-pause.ts'
import type { Ctx } from '../../context/ctx.ts'
import { siteNow } from '../../health/figure-statements.ts'
import { type AdminCall, recordAdminAction } from '../../trails/security-log/record-admin-action.ts'

const MOST_DUE = 10_000
const MOST_LOCKED_IN = 100
const ACTIONS = { all: 'bidding_paused', no_new: 'new_bids_paused', off: 'bidding_resumed' } as const

/** The bids of the next hour, and those of them that no pause stops any more. */
export async function readPauseReach({ db, marketplace }: Ctx): Promise<Data<typeof api.readPauseReach>> {
  const isDue = sql`b.status = 'pending' and b.fire_at < (select ${siteNow(marketplace.id)}) + interval '1 hour'`
  const { rows: counts } = await sql<{ due: number }>`
    select count(*)::int as due from (select from bids b where ${isDue} limit ${MOST_DUE}) d`.execute(db)
  const { rows: locked_in } = await sql<{ id: number; auction_id: string; title: string }>`
    select b.id, l.auction_id, l.title from bids b join listings l on l.id = b.listing_id
     where ${isDue} and b.locked_in_at is not null order by b.fire_at limit ${MOST_LOCKED_IN}`.execute(db)
  return { due: counts[0]?.due ?? 0, locked_in }
}

/** Pauses or resumes bidding for all accounts, and returns the bids that a pause of all has not stopped. */
export async function setPauseForAll(
  ctx: Ctx,
  call: AdminCall,
  { state, reason }: Body<typeof api.setPauseForAll>,
): Promise<NotStopped[]> {
  await setOperatorPause(ctx, {
    state,
    reason: state === 'off' ? null : reason,
    requestedBy: `administrator ${call.caller.accountId}`,
    record: (tx) => recordAdminAction(tx, call, { action: ACTIONS[state], subject: 'all accounts', reason }),
  })
  return state === 'all' ? (await awaitRelease(ctx, null)).map(presentUnstopped) : []
}
