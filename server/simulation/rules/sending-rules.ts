import { LEASE_MS, trustedMs } from '../../src/engine/core/lease.ts'
import type { Claim } from '../../src/engine/core/ports.ts'
import type { Fault } from '../faults/faults.ts'
import { bidsOfAccount, hasLoginChanged, type ModelBid } from '../store/model-database.ts'
import { isYoung } from '../world/processes.ts'
import { readKey, type Sending, type World } from '../world/world.ts'
import { checkGroupSending } from './group-rules.ts'
import { clockDoubtMs } from './known-time.ts'
import { hasJustFailedOver, isUnknownToDatabase } from './lost-commits.ts'
import { type Broken, violationsOf } from './violations.ts'

/** Says how a bid that leaves an engine breaks the rule. */
type SendingRule = (world: World, sending: Sending, bid: ModelBid) => Broken

/** How wrong an engine may be about the site's clock: a young engine, or one with poor pages, more than another. */
const CLOCK_ERROR_MS = { young: 1_250, settled: 250 }

/** What a monotonic clock gains or loses within a lease. */
const CLOCK_DRIFT_MS = 20

/** So far after the reopening of its auction, a bid's moment leaves the time to find out that the site does not hold it. */
const MOVED_FAR_MS = 75_000
/** Beside other faults an engine may come too late to give a lock-in back. */
const HARMLESS_TO_LOCK_INS: readonly Fault[] = [
  'reopenings',
  'rivals',
  'cancels',
  'changes',
  'clocks',
  'reserves',
  'notices',
]

/** Checked in the turn in which a bid leaves, by what the world knows, not the engine. */
const SENDING_RULES = {
  // The same maximum again costs nothing.
  'I2 no higher cost': (world, sending, bid) =>
    earlierOf(world, sending).some(({ accepted, amountCents }) => accepted && amountCents < sending.amountCents) &&
    !isUnknownToDatabase(world, bid) &&
    'sent again, and higher, although the site had accepted it',
  'I2 read before re-send': (world, sending) => {
    const open = earlierOf(world, sending).filter(({ refused }) => !refused)
    // Of its own sendings an engine looks for the first; what another engine has sent, it looks for in any case.
    const uncertain = open.findLast(({ engineId }) => engineId !== sending.engineId) ?? open[0]
    const readAt = world.reads.get(readKey(sending.engineId, sending.auctionId)) ?? -Infinity
    return (
      uncertain &&
      readAt < uncertain.sentAt &&
      !hasJustFailedOver(world) &&
      'sent again before the item was asked for after an uncertain sending'
    )
  },
  // The list may have been read for another bid of the account.
  'I2 nothing that the list shows': ({ listedMaximums, database }, { engineId, auctionId, amountCents }, bid) =>
    bidsOfAccount(database, bid.accountId).length === 1 &&
    (listedMaximums.get(readKey(engineId, auctionId)) ?? 0) >= amountCents &&
    "sent although the owner's list showed as high a maximum",
  // A claim that the database has lost is void, but its engine cannot know that before it asks.
  'I2 one engine': (world, { engineId }, bid) =>
    bid.engineId !== engineId && !hasJustFailedOver(world) && `fired by engine ${engineId}, held by ${bid.engineId}`,
  'I2 a valid lease': ({ time, leaseBegunAt }, { engineId }) => {
    const ageMs = time.now() - (leaseBegunAt.get(engineId) ?? -Infinity)
    return ageMs > trustedMs(LEASE_MS) + CLOCK_DRIFT_MS && `sent on a lease from ${Math.round(ageMs)} ms ago`
  },
  'I3 the maximum': (world, { amountCents }, { maxBidCents }) =>
    amountCents !== maxBidCents && !hasJustFailedOver(world) && `sent ${amountCents}, maximum ${maxBidCents}`,
  // The end may have moved to and fro since a page last showed it.
  'I4 not early': (world, { engineId, auctionId }, { leadMs }) => {
    const { site, shownEnds } = world
    const shown = shownEnds.get(readKey(engineId, auctionId))
    const endsAt = shown ?? site.items.get(auctionId)?.earliestEndsAt ?? Infinity
    const aheadMs = endsAt - leadMs - site.siteTime()
    return (
      aheadMs > clockErrorMs(world, engineId) &&
      !world.isMisled &&
      !hasJustFailedOver(world) &&
      `sent ${Math.round(aheadMs)} ms before its moment`
    )
  },
  'I4 not after the close': (world, { engineId, auctionId }) => {
    const item = world.site.items.get(auctionId)
    const lateMs = item ? world.site.siteTime() - item.endsAt : 0
    const isLate = lateMs > clockErrorMs(world, engineId) && !item?.wasCutShort
    return isLate && `sent ${Math.round(lateMs)} ms after the close`
  },
  'I5 a pause holds': (world, _sending, { wasFreeWhilePaused }) =>
    wasFreeWhilePaused && !hasJustFailedOver(world) && 'sent while bidding was paused',
  'I5 a removed or replaced login sends nothing': (world, { token }, bid) =>
    world.site.isOfFormerLogin(token) &&
    !wasStoppedTooLate(world, bid) &&
    !hasJustFailedOver(world) &&
    'sent with a login that was removed or replaced before the lock-in',
  'I5 a restored bid waits for its owner': ({ unkept }, _sending, { bidId }) =>
    unkept.has(bidId) && 'sent although its owner had not kept it after a restore',
  // Before the new moment the owner may cancel or change the bid again.
  'I5 no lock-in of a moment that has moved far away': ({ site, faults }, { auctionId }, { lockedInAt, leadMs }) => {
    const { reopenedAt = null, endsAt = 0 } = site.items.get(auctionId) ?? {}
    if (reopenedAt === null || lockedInAt === null || lockedInAt > reopenedAt) return null
    const isHindered = [...faults].some((fault) => !HARMLESS_TO_LOCK_INS.includes(fault))
    return !isHindered && endsAt - leadMs > reopenedAt + MOVED_FAR_MS && 'sent with a lock-in from before its end moved'
  },
  'I10 a group has no more out than it may win': checkGroupSending,
  'I5 cancel means cancel': (world, _sending, { status }) =>
    status === 'cancelled' && !hasJustFailedOver(world) && 'sent after its cancellation',
} satisfies Record<string, SendingRule>

/** The rules that a bid breaks as it leaves. */
export function checkSending(world: World, sending: Sending): string[] {
  const bid = world.database.bids.get(Number(sending.auctionId))
  if (!bid) return [`I3 the item: a bid on ${sending.auctionId}, on which no snipe stands`]
  return violationsOf(SENDING_RULES, bid, (rule: SendingRule) => rule(world, sending, bid))
}

/** A lock-in is given back only while the site holds no bid of the snipe: its owner may cancel it from then on. */
export function checkGivenBack({ database, sendings }: World, { bidId, fence }: Claim): string[] {
  const bid = database.bids.get(bidId)
  const sent = sendings.filter((it) => it.auctionId === bid?.auctionId && bid.fence === fence)
  // The pages have shown that none of them arrived.
  for (const sending of sent) sending.refused = true
  const isHeld = sent.some(({ accepted, open }) => accepted || open)
  return isHeld ? [`I5 a lock-in that is given back: the site holds bid ${bidId}`] : []
}

/** Faults that may keep an engine from asking the database whether it may send. */
const LOCK_IN_FAULTS = ['outages', 'statements', 'commits', 'failovers', 'pauses', 'kills', 'suspensions'] as const

/**
 * A change of the login comes too late for a bid that its engine has locked in before, or could not lock in. The answer to
 * the change names the bid, as `awaitStandDown` does.
 */
function wasStoppedTooLate({ database, faults }: World, bid: ModelBid): boolean {
  if (bid.lockedInAt !== null && bid.loginVersion === null) return true
  if (!hasLoginChanged(database, bid)) return false
  return bid.lockedInWith === bid.loginVersion || LOCK_IN_FAULTS.some((fault) => faults.has(fault))
}

const earlierOf = ({ sendings }: World, { auctionId }: Sending) => sendings.filter((it) => it.auctionId === auctionId)

function clockErrorMs(world: World, engineId: number): number {
  const { site, faults } = world
  const hasPoorPages = site.pageResolutionMs > 1 || faults.has('site') || faults.has('siteOutages')
  return clockDoubtMs(world, engineId) + CLOCK_ERROR_MS[hasPoorPages || isYoung(world, engineId) ? 'young' : 'settled']
}
