import { type FaultWindow, findQuietPeriod } from '../faults/fault-windows.ts'
import type { ModelBid } from '../store/model-database.ts'
import type { Sending, World } from '../world/world.ts'
import { hadFreeWin } from './group-rules.ts'
import { type LossReason, mainReason } from './loss-reasons.ts'

/** With no fault for so long, around the moment to fire or later, a bid must be sent. */
const WINNABLE_MS = 3_000
const WINNABLE_FROM_MS = 5_000
/** Between two clocks that differ by less than a second, the moment to fire is unsure by half of it. */
const TWO_CLOCKS_MS = 1_000
/** A bid needs so long to reach the site. */
const TRAVEL_MS = 500
/** A bid is sent again so often at most that the site has refused in unknown words. */
const MAX_UNKNOWN_REFUSALS = 3

/**
 * `skipped`: its group did not know in time how another bid had ended. `not_needed`: it was cancelled, or the price had passed
 * its maximum. `unavoidable`: a fault prevented the sending.
 */
export type BidClass =
  | { kind: 'placed' }
  | { kind: 'skipped'; hadFreeWin: boolean }
  | { kind: 'not_needed'; because: string }
  | { kind: 'unavoidable'; reason: LossReason }
  | { kind: 'lost_needlessly'; because: string }

/** Whether a snipe could have been placed in time, and if not, why: by what the world knows, not the engine. */
export function classifyBid(world: World, bid: ModelBid): BidClass {
  const { site, faultWindows, sendings } = world
  const { auctionId, bidId, accountId, leadMs, maxBidCents, status } = bid
  const item = site.items.get(auctionId)
  const sent = sendings.filter((it) => it.auctionId === auctionId)
  if (!item || sent.some(({ accepted }) => accepted)) return { kind: 'placed' }
  if (bid.outcome === 'group_unknown') return { kind: 'skipped', hadFreeWin: hadFreeWin(world, bid) }
  if (bid.groupId !== null && isHeldByGroup(bid)) return { kind: 'not_needed', because: 'its group let it not out' }
  if (status === 'cancelled') return { kind: 'not_needed', because: 'cancelled' }
  if (site.standing(auctionId).minimumCents > maxBidCents)
    return { kind: 'not_needed', because: 'price past its maximum' }
  if (site.maximumOf(site.userOf(accountId), auctionId) >= maxBidCents)
    return { kind: 'not_needed', because: 'its owner has bid as much by hand' }
  if (item.withdrawn || item.closedEarlyAt !== null) return unavoidable('withdrawn or closed early')
  if (item.wasCutShort) return unavoidable('its end was moved nearer')
  if (sent.filter(({ refusedBySite, refused }) => refusedBySite && !refused).length > MAX_UNKNOWN_REFUSALS)
    return unavoidable('the site refused its bids')

  const isLate = sent.some(({ siteTime, isTimeKnown }) => !isTimeKnown && siteTime > item.endsAt - TRAVEL_MS)
  if (site.hasTwoClocks && isLate) return unavoidable('its time was not known')

  const close = site.instantOf(item.endsAt)
  const windows = faultWindows.of(bidId)
  if (couldBeTriedAgain(sent.at(-1), windows, close))
    return { kind: 'lost_needlessly', because: 'it was not tried once more shortly before the close' }
  // An engine that was hardly told the clock that judges the close sends late by as much as the two differ.
  const apartMs = sent.some(({ isTimeKnown }) => !isTimeKnown) ? site.apartMs : 0
  const minMs = WINNABLE_MS + (site.hasTwoClocks ? Math.max(TWO_CLOCKS_MS, apartMs) : 0)
  const planned = site.instantOf(item.endsAt - leadMs)
  return classifyLoss(windows, { planned, close, minMs, apartMs: site.apartMs, outcome: bid.outcome })
}

/** Its group let it not out, or only after its moment. */
const isHeldByGroup = ({ grantedAt, events }: ModelBid) =>
  grantedAt === null || [...events.values()].some(({ detail }) => detail.kind === 'group_held')

/** In the last seconds a bid is tried once more, also when the site has asked for a longer pause. */
const LAST_TRY_MS = 2_500

function couldBeTriedAgain(last: Sending | undefined, windows: readonly FaultWindow[], close: number): boolean {
  if (!last?.refusedBySite || last.sentAt > close - LAST_TRY_MS) return false
  return windows.every((it) => it === last.faultWindow || it.to <= close - LAST_TRY_MS || it.from >= close)
}

const unavoidable = (reason: LossReason): BidClass => ({ kind: 'unavoidable', reason })

/** What may have caused a loss that the product explains in this way. Any fault may be why an engine came too late. */
const CAUSES: Record<string, readonly LossReason[]> = {
  site_down: [
    'the site showed no page',
    'the site gave no session',
    'its token ended',
    'logins were paused',
    'its bid was lost or late on the way',
    'the site refused its bids',
    'its time was not known',
  ],
  login_refused: ['the login was refused'],
  login_missing: ['its login was changed'],
  price_past_maximum: ['the price stood above its maximum'],
  below_next_bid: ['the price stood above its maximum'],
}

type Loss = { planned: number; close: number; minMs: number; apartMs: number; outcome: string | null }

function classifyLoss(windows: readonly FaultWindow[], { planned, close, minMs, apartMs, outcome }: Loss): BidClass {
  // A quiet period that ends before the moment to fire does not help, since nothing may be sent in it.
  const from = Math.max(planned - WINNABLE_FROM_MS, planned + TRAVEL_MS - WINNABLE_MS)
  const to = close - TRAVEL_MS
  const quiet = findQuietPeriod(windows, { from, to, minMs })
  if (quiet) return { kind: 'lost_needlessly', because: `it could have been sent from ${quiet.from} to ${quiet.to}` }
  const causes = CAUSES[outcome ?? '']
  const possible = causes ? windows.filter((it) => causes.includes(it.reason)) : windows
  // A clock that is set past the close closes the auction in that instant. By the later of two clocks, what happens shortly
  // after the close still comes before it, and may be told as what kept the bid from being sent.
  const reason = mainReason(possible, { from, to: close + 1 + apartMs })
  if (reason) return unavoidable(reason)
  return { kind: 'lost_needlessly', because: 'no fault of the kind that was told kept it from being sent' }
}
