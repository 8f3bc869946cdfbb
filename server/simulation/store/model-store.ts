import type { BidEvent } from '../../src/bid-log/bid-event.ts'
import { maximumOf } from '../../src/marketplace/maximum.ts'
import { ABSENCE_PROVEN_AFTER_MS } from '../../src/engine/core/decide-step.ts'
import type { Claim, HeldBid, JournalEntry, Snipe, Store } from '../../src/engine/core/ports.ts'
import type { VirtualTime } from '../world/virtual-time.ts'

export type ModelBid = {
  bidId: number
  auctionId: string
  maxBidCents: number
  leadMs: number
  endsAt: number
  status: 'pending' | 'executed' | 'outbid' | 'failed' | 'cancelled' | 'auction_ended' | 'won' | 'lost'
  outcome: string | null
  engineId: number | null
  fence: number
  lockedInAt: number | null
  pendingChange: Wish | null
  isPaused: boolean
  /** It was let go of, or free, since it was paused: from then on nothing may send it. */
  isHeldBack: boolean
  /** On the site's clock: when its item was last seen. */
  seenAt: number
  doubt: Doubt | null
  /** Virtual ms: when it was last claimed. */
  claimedAt: number
  events: Map<string, BidEvent>
}

/** As in the database: nothing was sent since the one, and its holder sends nothing before the other. No doubt without the first. */
type Doubt = { since: number | null; notSentBefore: number }

type Instant = { siteTime: number; uncertaintyMs: number }

export type Wish = { kind: 'cancel' } | { kind: 'change'; maxBidCents: number; leadMs: number }

/** As in the database. */
const SUSPECT_FROM_MS = 3_000
const CLOSE_IS_SURE_AFTER_MS = 15_000

export type ModelStore = ReturnType<typeof modelStore>

/** The database's rules for bids and engines, each method one statement. */
export function modelStore(time: VirtualTime) {
  const bids = new Map<number, ModelBid>()
  const heartbeat = new Map<number, number>()
  const unfit = new Set<number>()

  const all = () => [...bids.values()]
  const claimed = ({ bidId, fence }: Claim) => {
    const bid = bids.get(bidId)
    return bid?.fence === fence ? bid : null
  }

  function snipeOf(bid: ModelBid, takenOver: boolean): Snipe {
    const { bidId, auctionId, leadMs, endsAt, fence, lockedInAt, doubt } = bid
    const status = bid.status === 'executed' ? 'executed' : 'pending'
    const maximum = maximumOf({ max_bid_cents: bid.maxBidCents })
    return {
      bidId,
      accountId: bidId,
      auctionId,
      sellerId: '1',
      maximum,
      leadMs,
      endsAt,
      endedEarly: false,
      status,
      fence,
      lockedInAt,
      uncertainSince: doubt?.since ?? null,
      takenOver,
    }
  }

  function isToldBeside({ events }: ModelBid, instant: number, to: number): boolean {
    const moves = [...events.values()]
      .flatMap(({ at, detail }) => (detail.kind === 'end_moved' ? [{ at, to: detail.to }] : []))
      .toSorted((a, b) => a.at - b.at)
    return moves.findLast(({ at }) => at <= instant)?.to === to || moves.find(({ at }) => at > instant)?.to === to
  }

  /** As in the database: of those who see an end move the first logs it, and a move told late moves nothing. */
  function moveEnd(bid: ModelBid, { fence }: Claim, { at }: BidEvent, to: number): boolean {
    if (bid.fence !== fence || isToldBeside(bid, at, to)) return false
    if (bid.status === 'pending' && at >= bid.seenAt) bid.endsAt = to
    return true
  }

  function releaseRequestOf({ pendingChange, isPaused, lockedInAt }: ModelBid): HeldBid['releaseRequest'] {
    if (lockedInAt !== null) return null
    if (pendingChange) return pendingChange.kind === 'cancel' ? 'cancelled' : 'changed'
    return isPaused ? 'paused' : null
  }

  /** Whether a bid that is claimed may have been sent, and since when it has not been; at an instant of the site's clock. */
  function settleDoubt(bid: ModelBid, { siteTime, uncertaintyMs }: Instant, isJournalReplayed: boolean) {
    if (bid.status !== 'pending') {
      bid.doubt = null
      return
    }
    const latest = siteTime + uncertaintyMs
    const unfired = bid.doubt !== null && bid.doubt.notSentBefore > latest
    const isVoid = unfired && bid.doubt?.since === null
    const isNear = bid.endsAt - bid.leadMs < siteTime + SUSPECT_FROM_MS
    const suspect = bid.engineId !== null && !isJournalReplayed && isNear
    const inDoubt = !isVoid && (bid.lockedInAt !== null || suspect)
    bid.lockedInAt = inDoubt ? (bid.lockedInAt ?? siteTime) : null
    const anew = { since: latest, notSentBefore: siteTime - uncertaintyMs + ABSENCE_PROVEN_AFTER_MS }
    bid.doubt = !inDoubt ? null : unfired ? bid.doubt : anew
  }

  function applyWish(bid: ModelBid) {
    const { pendingChange } = bid
    bid.pendingChange = null
    if (!pendingChange || bid.status !== 'pending' || bid.lockedInAt !== null) return
    if (pendingChange.kind === 'cancel') bid.status = 'cancelled'
    else Object.assign(bid, { maxBidCents: pendingChange.maxBidCents, leadMs: pendingChange.leadMs })
  }

  function holdBack(bid: ModelBid) {
    bid.isHeldBack = bid.isPaused && bid.status === 'pending' && bid.engineId === null && bid.lockedInAt === null
  }

  function advance(bid: ModelBid, { fence, progress }: JournalEntry): boolean {
    if (!progress) return true
    const open = bid.status === 'pending' || (bid.status === 'executed' && progress.to === 'finished')
    if (!open || bid.fence !== fence) return false
    bid.pendingChange = null
    if (progress.to === 'locked_in') bid.lockedInAt ??= progress.at
    if (progress.to === 'executed') bid.status = 'executed'
    if (progress.to === 'finished')
      Object.assign(bid, { status: progress.status, outcome: progress.outcome, engineId: null })
    return true
  }

  function recordOne(bid: ModelBid, entry: JournalEntry) {
    const counts = advance(bid, entry)
    for (const event of entry.events) {
      const isNews =
        event.detail.kind === 'end_moved'
          ? moveEnd(bid, entry, event, event.detail.to)
          : counts || entry.progress?.to !== 'finished'
      if (isNews && !bid.events.has(event.key)) bid.events.set(event.key, event)
    }
  }

  return {
    bids,
    addEngine() {
      const engineId = heartbeat.size + 1
      heartbeat.set(engineId, 0)
      return engineId
    },
    renew: (engineId: number) => void heartbeat.set(engineId, (heartbeat.get(engineId) ?? 0) + 1),
    others: (engineId: number) =>
      [...heartbeat]
        .filter(([id]) => id !== engineId)
        .map(([id, count]) => ({
          engineId: id,
          heartbeat: count,
          isFit: !unfit.has(id),
          holdsBids: all().some((bid) => bid.engineId === id),
        })),
    noteFitness(engineId: number, isFit: boolean) {
      if (isFit) unfit.delete(engineId)
      else unfit.add(engineId)
    },
    held: (engineId: number): HeldBid[] =>
      all()
        .filter((bid) => bid.engineId === engineId)
        .map((bid) => ({ bidId: bid.bidId, fence: bid.fence, releaseRequest: releaseRequestOf(bid) })),
    claim(engineId: number, pendingChange: Parameters<Store['claim']>[0]): Snipe[] {
      const { siteTime, uncertaintyMs, dueBefore, expired, includeBeyondHorizon } = pendingChange
      const dead = new Map(
        expired
          .filter((seen) => heartbeat.get(seen.engineId) === seen.heartbeat)
          .map(({ engineId: id, isJournalReplayed }) => [id, isJournalReplayed]),
      )
      const due = all().filter(
        (bid) =>
          (bid.status === 'executed' ||
            (bid.status === 'pending' &&
              (bid.endsAt - bid.leadMs <= dueBefore || (includeBeyondHorizon && bid.engineId !== null)))) &&
          (bid.engineId === null ? !bid.isHeldBack : dead.has(bid.engineId)),
      )
      return due.map((bid) => {
        const takenOver = bid.engineId !== null
        const isJournalReplayed = bid.engineId !== null && dead.get(bid.engineId) === true
        settleDoubt(bid, { siteTime, uncertaintyMs }, isJournalReplayed)
        bid.engineId = engineId
        bid.fence += 1
        bid.claimedAt = time.now()
        return snipeOf(bid, takenOver)
      })
    },
    lockIn(engineId: number, claim: Claim, { at, notSentBefore }: Parameters<Store['lockIn']>[1]) {
      const bid = claimed(claim)
      if (!bid || bid.engineId !== engineId || bid.status !== 'pending' || bid.pendingChange) return false
      bid.lockedInAt = bid.isPaused ? null : at
      bid.doubt = { since: null, notSentBefore }
      return !bid.isPaused
    },
    release(claim: Claim) {
      const bid = claimed(claim)
      if (!bid) return
      bid.engineId = null
      applyWish(bid)
      holdBack(bid)
    },
    record(entries: readonly JournalEntry[]) {
      for (const entry of entries) {
        const bid = bids.get(entry.bidId)
        if (bid) recordOne(bid, entry)
      }
    },
    noteEnd(auctionId: string, endsAt: number, at: number) {
      for (const bid of all()) {
        if (bid.auctionId !== auctionId || bid.seenAt > at) continue
        bid.seenAt = at
        if (bid.endsAt === endsAt) continue
        const { bidId, events, endsAt: from } = bid
        bid.endsAt = endsAt
        if (bid.status !== 'pending') continue
        const detail = { kind: 'end_moved', from, to: endsAt } as const
        const key = `move-${events.size}`
        events.set(key, { key, bidId, at, uncertaintyMs: null, engineId: null, fence: null, detail })
      }
    },
    /** What its owner asks for: done at once when nobody holds it, else by whoever lets go; too late from lock-in on. */
    wish(bidId: number, wish: Wish) {
      const bid = bids.get(bidId)
      if (!bid || bid.status !== 'pending' || bid.lockedInAt !== null) return
      bid.pendingChange = wish
      if (bid.engineId === null) applyWish(bid)
    },
    pause(bidId: number, isPaused: boolean) {
      const bid = bids.get(bidId)
      if (!bid) return
      bid.isPaused = isPaused
      holdBack(bid)
    },
    /** As the background does: what closed while it was held back ends so. */
    endHeldBack(siteTime: number) {
      for (const bid of all()) {
        if (!bid.isHeldBack || bid.endsAt > siteTime - CLOSE_IS_SURE_AFTER_MS) continue
        const { bidId, events } = bid
        Object.assign(bid, { status: 'cancelled', outcome: 'paused', pendingChange: null, isHeldBack: false })
        const detail = { kind: 'skipped', outcome: 'paused', priceCents: null } as const
        const key = `paused-${bidId}`
        events.set(key, { key, bidId, at: siteTime, uncertaintyMs: null, engineId: null, fence: null, detail })
      }
    },
  }
}
