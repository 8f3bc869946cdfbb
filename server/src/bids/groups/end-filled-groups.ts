import { sql } from 'kysely'
import { siteNow } from '../../marketplace/site-time.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { lockBid } from '../bid-queries.ts'
import { requestChange } from '../request-change.ts'

type Deps = { db: Db; clock: Clock; marketplace: { id: string } }

/**
 * Cancels the bids that wait in groups which have won what they may: they end as `group_won`. A bid that an engine holds ends once
 * the engine has released it. Returns how many it has asked to end.
 */
export async function endFilledGroups({ db, clock, marketplace }: Deps): Promise<number> {
  const { rows } = await sql<{ id: number; accountId: number }>`
    select b.id, b.account_id as "accountId" from bids b join bid_groups g on g.id = b.group_id
     where b.group_id is not null and b.status = 'pending' and b.group_granted_at is null and b.restored_from is null
       and b.pending_change is distinct from 'cancel'
       and (select count(*) from bids w where w.group_id = g.id and w.status = 'won') >= g.most_wins
     order by b.id`.execute(db)
  const at = rows.length === 0 ? 0 : await siteNow(db, marketplace.id, clock)
  for (const { id, accountId } of rows)
    await db.transaction().execute(async (tx) => {
      const bid = await lockBid(tx, accountId, id)
      if (bid?.status === 'pending' && bid.group_granted_at === null)
        await requestChange(tx, bid, { kind: 'cancel' }, at).catch(ignoreFinished)
    })
  return rows.length
}

/** The bid has just been locked in, or has ended. */
function ignoreFinished(error: unknown) {
  if (!(error instanceof AppError)) throw error
}
