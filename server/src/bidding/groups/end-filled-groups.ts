import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { lockBid } from '../bid-queries.ts'
import { requestChange } from '../request-change.ts'
import { lockGroup } from './group-queries.ts'

/**
 * Cancels the bids that wait in groups which have won what they may: they end as `group_won`. A bid that an engine holds ends once
 * the engine has released it. Returns how many it has asked to end.
 */
export async function endFilledGroups({ db, clock, marketplace }: Ctx): Promise<number> {
  const found = await findUnneeded(db)
  const at = found.length === 0 ? 0 : await siteNow(db, marketplace.id, clock)
  let ended = 0
  for (const unneeded of found) if (await endUnneeded(db, unneeded, at)) ended += 1
  return ended
}

type Unneeded = { id: number; accountId: number; groupId: number }

/** A bid on its way out of its group is its owner's single bid, or another group's. */
async function findUnneeded(db: Db, { id }: { id?: number } = {}): Promise<Unneeded[]> {
  const { rows } = await sql<Unneeded>`
    select b.id, b.account_id as "accountId", g.id as "groupId" from bids b join bid_groups g on g.id = b.group_id
     where b.group_id is not null and b.status = 'pending' and b.group_granted_at is null and b.restored_from is null
       and b.pending ->> 'kind' is distinct from 'cancel' and not coalesce(b.pending ? 'groupId', false)
       and (select count(*) from bids w where w.group_id = g.id and w.status = 'won') >= g.most_wins
       and (${id ?? null}::bigint is null or b.id = ${id ?? null})
     order by b.id`.execute(db)
  return rows
}

/** The owner may have changed the bid or its group a moment ago: once both are locked, it is looked for again. */
async function endUnneeded(db: Db, { id, accountId, groupId }: Unneeded, at: number): Promise<boolean> {
  const end = db.transaction().execute(async (tx) => {
    await lockGroup(tx, accountId, groupId)
    const bid = await lockBid(tx, accountId, id)
    const [unneeded] = await findUnneeded(tx, { id })
    if (!bid || unneeded?.groupId !== groupId) return false
    await requestChange(tx, bid, { kind: 'cancel' }, at)
    return true
  })
  return end.catch(ignoreRefused)
}

/** The group is deleted, or the bid has just been locked in. */
function ignoreRefused(error: unknown) {
  if (!(error instanceof AppError)) throw error
  return false
}
