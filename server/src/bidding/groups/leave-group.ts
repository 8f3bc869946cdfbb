import { type Leaving, messages, type Uses } from '@bidwell/contract'
import { movesTo } from '../../bids/terms.ts'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import type { BidRow, Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { awaitChange } from '../await-change.ts'
import { lockBid } from '../bid-queries.ts'
import { requireAnswered } from '../bid-rules.ts'
import { requireChangeWithinLimits } from '../exposure.ts'
import { type PendingChange, requestChange } from '../request-change.ts'
import { findJoining, findMembers, lockGroup } from './group-queries.ts'
import { type RefusedBids, refusedOf } from './join-group.ts'

const CANCEL = { kind: 'cancel' } as const
const KEEP = { kind: 'regroup', groupId: null } as const

/**
 * Takes a pending bid out of a group: cancels it, or keeps it as a single bid, and answers once no engine can send it otherwise.
 * Throws `not_found`, `day_limit_reached` and its likes for a bid that is kept, `session_revoked`, and `conflict`, `too_late` and
 * `not_confirmed_yet` as `cancelBid` does.
 */
export async function leaveGroup(
  ctx: Ctx,
  caller: Caller,
  { groupId, bidId, leaving }: { groupId: number; bidId: number; leaving: Leaving },
): Promise<void> {
  const at = await siteNow(ctx.db, ctx.marketplace.id, ctx.clock)
  const change = leaving === 'cancel' ? CANCEL : KEEP
  await ctx.db.transaction().execute(async (tx) => {
    const { accountId } = caller
    await lockCaller(tx, caller)
    await lockGroup(tx, accountId, groupId)
    const members = await findMembers(tx, [groupId])
    const member = members.find(({ id }) => id === bidId)
    if (!member) throw new AppError('not_found', messages.bidGroup.notAMember)
    if (leaving === 'keep') await requireRoomForSingles(tx, caller, at, [member])
    await requestLeave(tx, caller, { bidId, change, at })
  })
  await awaitChange(ctx, caller.accountId, bidId, change)
}

/**
 * Deletes a group, after its pending bids are cancelled or kept as single bids, each by itself. A bid that is locked in or at the
 * site stays, and the group with it; so does the group of a bid that is on its way into it. Throws `not_found`, `day_limit_reached` and
 * its likes, and `session_revoked`.
 */
export async function deleteGroup(
  ctx: Ctx,
  caller: Caller,
  groupId: number,
  leaving: Leaving,
): Promise<{ deleted: boolean; refused: RefusedBids }> {
  const { db, clock, marketplace } = ctx
  const { accountId } = caller
  const at = await siteNow(db, marketplace.id, clock)
  const change = leaving === 'cancel' ? CANCEL : KEEP
  const open = await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await lockGroup(tx, accountId, groupId)
    const members = (await findMembers(tx, [groupId])).filter(isOpen)
    if (leaving === 'keep') await requireRoomForSingles(tx, caller, at, members)
    return members.map(({ id }) => id)
  })
  const refused = await refusedOf(open, {
    request: (bidId) =>
      db.transaction().execute(async (tx) => {
        await lockCaller(tx, caller)
        await lockGroup(tx, accountId, groupId)
        await requestLeave(tx, caller, { bidId, change, at })
      }),
    confirm: (bidId) => awaitChange(ctx, accountId, bidId, change),
  })
  const deleted = await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await lockGroup(tx, accountId, groupId)
    const joining = await findJoining(tx, accountId, groupId)
    refused.push(...joining.map((bid_id) => ({ bid_id, message: messages.bidGroup.stillJoining })))
    if (joining.length > 0 || (await findMembers(tx, [groupId])).some(isOpen)) return false
    const deletedAt = new Date(clock.now())
    await tx.updateTable('bid_groups').set({ deleted_at: deletedAt }).where('id', '=', groupId).execute()
    return true
  })
  return { deleted, refused }
}

/** It can still go out or win. */
const isOpen = ({ status, settled_at }: BidRow) =>
  status === 'pending' || (status === 'executed' && settled_at === null)

type Leave = { bidId: number; change: PendingChange; at: number }

async function requestLeave(tx: Tx, { accountId }: Caller, { bidId, change, at }: Leave): Promise<void> {
  const bid = await lockBid(tx, accountId, bidId)
  if (!bid) throw new AppError('not_found', messages.bid.notFound)
  if (bid.status !== 'pending' || bid.locked_in_at !== null) throw new AppError('conflict', messages.bidGroup.stillOut)
  if (change.kind === 'regroup') requireFreeToStay(bid)
  await requestChange(tx, bid, change, at)
}

/** A single bid goes out by itself, and counts beside every group: neither was asked of a restored bid, nor of one that moves. */
function requireFreeToStay(bid: BidRow) {
  requireAnswered(bid)
  if ((movesTo(bid) ?? bid.group_id) !== bid.group_id) throw new AppError('conflict', messages.bidGroup.movingElsewhere)
}

/** Each single bid can win beside the others. */
async function requireRoomForSingles(
  tx: Tx,
  { accountId }: Caller,
  now: number,
  members: readonly Pick<BidRow, 'id'>[],
) {
  const leaving = new Set(members.map(({ id }) => id))
  await requireChangeWithinLimits(tx, accountId, now, ({ days, groups }): Uses => {
    const singles = groups.flatMap(({ stakes }) =>
      stakes.filter(({ bid_id }) => leaving.has(bid_id)).map(({ day, cost }) => ({ day, spoken_for: cost, bids: 1 })),
    )
    const left = groups.map((group) => ({
      ...group,
      stakes: group.stakes.filter(({ bid_id }) => !leaving.has(bid_id)),
    }))
    return { days: [...days, ...singles], groups: left }
  })
}
