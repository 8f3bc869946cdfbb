import { byPreference, type GroupHold } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterBidChange } from '../bids/log/after-bid-change.ts'
import { newBidEvent } from '../bids/log/bid-event.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import {
  ALONE_UNTIL_MS,
  type Ask,
  decideGrant,
  type Decision,
  type GrantAnswer,
  type Member,
} from './core/groups/decide-grant.ts'

type Group = { id: number; mostWins: number; extraWins: number; budgetCents: number | null }

/**
 * Answers engines that ask whether groups let bids out, in the order of the asks. The groups are locked by a statement of its own:
 * the next ones then see every grant that was committed before, and no other grant is given until this transaction ends. A bid whose
 * row another transaction has locked is asked for again. Nobody takes a group's lock while holding the rows of bids.
 */
export async function grantBids(db: Db, engineId: number, asks: readonly Ask[]): Promise<GrantAnswer[]> {
  const answers = await db.transaction().execute(async (tx) => {
    const groups = await lockGroups(tx, asks)
    const claimed = await lockClaimed(tx, engineId, asks)
    const members = await readMembers(tx, [...groups.keys()])
    return answerAll(tx, asks, { groups, claimed, members })
  })
  return asks.map((ask) => answers.get(ask) ?? 'void')
}

async function lockGroups(tx: Tx, asks: readonly Ask[]): Promise<Map<number, Group>> {
  const ids = asks.map(({ bidId }) => bidId)
  const { rows } = await sql<Group>`
    select id, most_wins as "mostWins", extra_wins as "extraWins", budget_cents as "budgetCents" from bid_groups
     where id in (select group_id from bids where id = any(${ids}::bigint[]))
     order by id for no key update`.execute(tx)
  return new Map(rows.map((group) => [group.id, group]))
}

/** The groups of the bids that this engine holds under these claims, and that no owner is changing. */
async function lockClaimed(tx: Tx, engineId: number, asks: readonly Ask[]): Promise<Map<number, Claimed>> {
  const { rows } = await sql<Claimed>`
    select b.id as "bidId", b.fence, b.group_id as "groupId", b.account_id as "accountId" from bids b
     where b.id = any(${asks.map(({ bidId }) => bidId)}::bigint[]) and b.engine_id = ${engineId}
       and b.status = 'pending' and b.pending is null and b.restored_from is null
     order by b.id for no key update skip locked`.execute(tx)
  return new Map(rows.map((row) => [row.bidId, row]))
}

type Claimed = { bidId: number; fence: number; groupId: number; accountId: number }
type MemberRow = Omit<Member, 'endsAt'> & {
  groupId: number
  fireAt: Date
  title: string
  heldBecause: GroupHold | null
  heldFor: number | null
}
type KnownMember = Member & Pick<MemberRow, 'groupId' | 'title' | 'heldBecause' | 'heldFor'>

async function readMembers(tx: Tx, groupIds: readonly number[]): Promise<KnownMember[]> {
  const { rows } = await sql<MemberRow>`
    select b.id as "bidId", b.group_id as "groupId", l.auction_id as "auctionId", l.title, b.group_rank as rank, b.status,
           b.max_bid_cents as "maxCents", b.final_price_cents as "finalPriceCents", b.fire_at as "fireAt",
           b.seconds_before_end * 1000 as "leadMs", l.closed_at is not null as "isClosed", l.minimum_bid_cents as "nextBidCents",
           b.group_granted_at is not null as "isGranted", b.group_released_at is not null as "isReleased",
           b.restored_from is not null as "isRestored", b.group_held_because as "heldBecause", b.group_held_for as "heldFor"
      from bids b join listings l on l.id = b.listing_id where b.group_id = any(${groupIds}::bigint[])
     order by b.id`.execute(tx)
  return rows.map(({ fireAt, ...row }) => ({ ...row, endsAt: fireAt.getTime() + row.leadMs }))
}

type Known = { groups: Map<number, Group>; claimed: Map<number, Claimed>; members: KnownMember[] }

/** One bid after the other, those that the group prefers first: each sees what was granted before. */
async function answerAll(tx: Tx, asks: readonly Ask[], { groups, claimed, members }: Known) {
  const answers = new Map<Ask, GrantAnswer>()
  const asking = asks.flatMap((ask) => {
    const claim = claimed.get(ask.bidId)
    const group = claim && groups.get(claim.groupId)
    const member = members.find(({ bidId }) => bidId === ask.bidId)
    return claim && group && member && claim.fence === ask.fence ? [{ ask, claim, group, member }] : []
  })
  for (const { ask, claim, group, member } of asking.toSorted((a, b) => byPreference(a.member, b.member))) {
    const ofGroup = members.filter(({ groupId }) => groupId === group.id)
    const decision = decideGrant(group, ofGroup, ask)
    answers.set(ask, decision.answer)
    if (decision.answer !== 'granted') await noteHold(tx, { ask, claim, member, members: ofGroup }, decision)
    else if (!member.isGranted) {
      await giveGrant(tx, ask, claim)
      member.isGranted = true
    }
  }
  return answers
}

async function giveGrant(tx: Tx, { bidId, fence, at }: Ask, { accountId }: Claimed) {
  await tx
    .updateTable('bids')
    .set({ group_granted_at: new Date(at), group_held_because: null, group_held_for: null, updated_at: new Date(at) })
    .where('id', '=', bidId)
    .where('fence', '=', fence)
    .execute()
  await afterBidChange(tx, [{ bidId, accountId }], [newBidEvent(bidId, at, { kind: 'group_granted' })])
}

type Held = { ask: Ask; claim: Claimed; member: KnownMember; members: KnownMember[] }

/** Tells the owner, once the bid's moment is near, and only what is new. */
async function noteHold(
  tx: Tx,
  { ask: { bidId, at }, claim: { accountId }, member, members }: Held,
  { answer, heldFor }: Exclude<Decision, { answer: 'granted' }>,
) {
  const isNear = at >= member.endsAt - member.leadMs - ALONE_UNTIL_MS
  if (!isNear || (member.heldBecause === answer && member.heldFor === heldFor)) return
  await tx
    .updateTable('bids')
    // An answer from before, on its way to the browser, must not count as newer.
    .set({ group_held_because: answer, group_held_for: heldFor, updated_at: new Date(at) })
    .where('id', '=', bidId)
    .execute()
  const about = members.find((other) => other.bidId === heldFor)?.title ?? null
  await afterBidChange(
    tx,
    [{ bidId, accountId }],
    [newBidEvent(bidId, at, { kind: 'group_held', because: answer, about })],
  )
}
