import type { ModelBid } from './store/model-store.ts'
import { DISK_HUNG, quietStretch } from './faults/fault-windows.ts'
import { readKey, type Sending, type World } from './world/world.ts'

/** Each answers with what is wrong; nothing when the rule is kept. */
type SendingRule = (world: World, sending: Sending, bid: ModelBid) => string | null | false | undefined
type EndRule = (world: World, bid: ModelBid, end: End) => string | null | false | undefined

/** How a run ended. `isCalm`: after its faults it was given the time to mend everything. */
export type End = { isCalm: boolean }

/** With nothing in the way for so long, around the moment to fire or later, a bid is to be sent. */
const WINNABLE_MS = 3_000
const WINNABLE_FROM_MS = 5_000
/** Room for the way to the site and back. */
const WAY_MS = 500

/** Its lock-in is in the journal of who sends it, or that is known to lack something, or hangs with it. */
function isOnDisk({ disks, gaps, faultWindows, time }: World, engineId: number, { bidId }: ModelBid): boolean {
  const [disk, entries = []] = [...disks].find(([name]) => name.endsWith(`#${engineId}`)) ?? ['']
  const isWritten = entries.some((entry) => entry.bidId === bidId && entry.progress?.to === 'locked_in')
  const hangs = faultWindows
    .of(bidId)
    .some(({ from, to, why }) => why === DISK_HUNG && from <= time.now() && time.now() <= to)
  return isWritten || gaps.has(disk) || hangs
}

const CLOSING_KINDS = new Set(['settled', 'failed', 'skipped'])

const earlierOf = ({ sendings }: World, { auctionId }: Sending) => sendings.filter((it) => it.auctionId === auctionId)
const isAccepted = ({ sendings }: World, { auctionId }: ModelBid) =>
  sendings.some((it) => it.auctionId === auctionId && it.accepted)
const detailsOf = ({ events }: ModelBid) => [...events.values()].map(({ detail }) => detail)

/** Asked in the turn in which a bid leaves, by what the world, not the engine, knows. */
const SENDING_RULES = {
  'I2 no double': (world, sending) =>
    earlierOf(world, sending).some(({ accepted }) => accepted) && 'sent again although the site had taken it',
  'I2 one at a time': (world, sending) =>
    earlierOf(world, sending).some(({ open }) => open) && 'sent again while the one before was under way',
  'I2 read before re-send': (world, sending) => {
    const unknown = earlierOf(world, sending).findLast(({ refused }) => !refused)
    const readAt = world.reads.get(readKey(sending.engineId, sending.auctionId)) ?? -Infinity
    return unknown && readAt < unknown.sentAt && 'sent again without a look at what became of the one before'
  },
  'I2 one engine': (_, { engineId }, bid) =>
    bid.engineId !== engineId && `fired by engine ${engineId}, held by ${bid.engineId}`,
  'I2 a trace of each': (world, { engineId }, bid) =>
    bid.lockedInAt === null && !isOnDisk(world, engineId, bid) && 'sent though a successor would not know of it',
  'I3 the maximum': (_, { amountCents }, { maxBidCents }) =>
    amountCents !== maxBidCents && `sent ${amountCents}, maximum ${maxBidCents}`,
  /** The end may have moved to and fro since it was last shown. */
  'I4 not early': ({ site, shown, clockDoubtMs }, { engineId }, { auctionId, leadMs }) => {
    const endsAt = shown.get(readKey(engineId, auctionId)) ?? site.items.get(auctionId)?.earliestEndsAt ?? Infinity
    const aheadMs = endsAt - leadMs - site.siteTime()
    return aheadMs > clockDoubtMs(engineId) && `sent ${Math.round(aheadMs)} ms ahead of its moment`
  },
  'I4 not after the close': ({ site, clockDoubtMs }, { engineId }, { auctionId }) => {
    const item = site.items.get(auctionId)
    const lateMs = item ? site.siteTime() - item.endsAt : 0
    return lateMs > clockDoubtMs(engineId) && !item?.wasCutShort && `sent ${Math.round(lateMs)} ms after the close`
  },
  'I5 a pause holds': (_world, _sending, { isHeldBack }) => isHeldBack && 'fired while bidding was paused',
  'I5 cancel means cancel': (_world, _sending, { status }) => status === 'cancelled' && 'fired after its cancellation',
} satisfies Record<string, SendingRule>

/** Asked when all is over. */
const END_RULES = {
  'I1 no lost bid': (world, bid) => {
    const outcome = outcomeOfBid(world, bid)
    return outcome.kind === 'lost_for_nothing' && `lost, though it could have been sent ${outcome.why}`
  },
  'I2 counted once': ({ sendings }, { auctionId }) =>
    sendings.filter((it) => it.auctionId === auctionId && it.accepted).length > 1 && 'counted twice',
  'I6 truthful status': (world, bid) => !isTrue(world, bid) && 'does not say what is true',
  'I6 an early end was one': (world, bid) =>
    (bid.outcome === 'ended_early' || bid.outcome === 'withdrawn') && !endedAhead(world, bid) && 'it did not end early',
  'I7 every snipe ends': (_, { status }, { isCalm }) =>
    isCalm && (status === 'pending' || status === 'executed') && 'never settled',
  'I8 nobody holds what is over': (_, { status, engineId, pendingChange }, { isCalm }) =>
    isCalm &&
    status !== 'pending' &&
    status !== 'executed' &&
    (engineId !== null || pendingChange !== null) &&
    `over, yet held by ${engineId} or pendingChange otherwise`,
  'I8 what is on a disk gets into the log': ({ safe, disks, isFound }, { bidId, events }, { isCalm }) => {
    if (!isCalm) return null
    const waiting = [...disks].flatMap(([disk, entries]) => (isFound(disk) ? [] : entries))
    const left = new Set(waiting.flatMap((entry) => entry.events.map(({ key }) => key)))
    const missing = [...safe.keys()].find((key) => safe.get(key) === bidId && !events.has(key) && !left.has(key))
    return missing && `event ${missing} was on a disk, and is not in the log`
  },
  'I9 one end in the log': (_, bid, { isCalm }) => {
    const ends = [...bid.events.values()].filter(({ detail: { kind } }) => CLOSING_KINDS.has(kind))
    const isOver = isCalm && bid.status !== 'cancelled'
    return (ends.length > 1 || (isOver && ends.length === 0)) && `its log has ${ends.length} ends`
  },
  'I9 each move once': (_, { events }) => {
    const inOrder = [...events.values()].toSorted((a, b) => a.at - b.at)
    const moves = inOrder.flatMap(({ detail }) => (detail.kind === 'end_moved' ? [detail.to] : []))
    return moves.some((move, index) => move === moves[index - 1]) && 'its log tells one move of the end twice'
  },
  'I9 no sending told twice': ({ sendings }, bid) => {
    const told = detailsOf(bid).filter(({ kind }) => kind === 'sent').length
    const sent = sendings.filter((it) => it.auctionId === bid.auctionId).length
    return told > sent && `its log tells of ${told} sendings, there were ${sent}`
  },
} satisfies Record<string, EndRule>

/** What is wrong with a bid that leaves at this very instant. */
export function checkSending(world: World, sending: Sending): string[] {
  const bid = world.store.bids.get(Number(sending.auctionId))
  if (!bid) return [`I3 the item: bid on ${sending.auctionId}, which nobody wants`]
  return broken(SENDING_RULES, bid, (rule) => rule(world, sending, bid))
}

/** What is wrong with how it all ended. */
export const checkEnd = (world: World, end: End): string[] =>
  [...world.store.bids.values()].flatMap((bid) => broken(END_RULES, bid, (rule) => rule(world, bid, end)))

function broken<Rule>(
  rules: Record<string, Rule>,
  { bidId, status, outcome }: ModelBid,
  ask: (rule: Rule) => string | null | false | undefined,
): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const wrong = ask(rule)
    return wrong ? [`${name}: bid ${bidId} (${status}, ${outcome}) ${wrong}`] : []
  })
}

function isTrue(world: World, bid: ModelBid): boolean {
  const { leader, minimumCents } = world.site.standing(bid.auctionId)
  const leads = leader === `user${bid.bidId}`
  const accepted = isAccepted(world, bid)
  switch (bid.status) {
    case 'pending':
      return true
    case 'executed':
      return accepted
    case 'won':
      return leads
    case 'lost':
      return accepted && !leads
    case 'outbid':
      return accepted ? bid.outcome === 'outbid_on_arrival' && !leads : minimumCents > bid.maxBidCents
    case 'auction_ended':
      return !accepted || endedAhead(world, bid)
    case 'failed':
    case 'cancelled':
      return !accepted
  }
}

function endedAhead({ site }: World, { auctionId }: ModelBid): boolean {
  const item = site.items.get(auctionId)
  return item !== undefined && (item.wasCutShort || item.withdrawn || item.closedEarlyAt !== null)
}

export type BidCallOutcomeNote = { kind: 'accepted' | 'not_needed' | 'unavoidable' | 'lost_for_nothing'; why: string }

/** Whether a snipe was winnable, and if it was not, why: a classification by what the world alone knows. */
export function outcomeOfBid({ site, faultWindows, sendings }: World, bid: ModelBid): BidCallOutcomeNote {
  const { auctionId, bidId, leadMs, maxBidCents } = bid
  const item = site.items.get(auctionId)
  const sent = sendings.filter((it) => it.auctionId === auctionId)
  if (!item || sent.some(({ accepted }) => accepted)) return { kind: 'accepted', why: '' }
  if (bid.status === 'cancelled') return { kind: 'not_needed', why: 'cancelled' }
  if (site.standing(auctionId).minimumCents > maxBidCents) return { kind: 'not_needed', why: 'price past its maximum' }
  if (item.withdrawn || item.closedEarlyAt !== null) return { kind: 'unavoidable', why: 'withdrawn or closed early' }
  if (item.wasCutShort) return { kind: 'unavoidable', why: 'its end was moved nearer' }
  if (sent.filter(({ turnedAway }) => turnedAway).length > 3) return { kind: 'unavoidable', why: 'refused four times' }

  const close = site.instantOf(item.endsAt)
  const planned = site.instantOf(item.endsAt) - leadMs
  const inTheWay = faultWindows.of(bidId)
  const open = { from: planned - WINNABLE_FROM_MS, to: close - WAY_MS }
  // What is quiet only before the moment does not help: there nothing may be sent.
  const from = Math.max(open.from, planned + WAY_MS - WINNABLE_MS)
  const quiet = quietStretch(inTheWay, { from, to: open.to, leastMs: WINNABLE_MS })
  if (quiet) return { kind: 'lost_for_nothing', why: `from ${quiet.from} to ${quiet.to}` }
  const reasons = inTheWay
    .filter((faultWindow) => faultWindow.to > open.from && faultWindow.from < close)
    .map(({ why }) => why)
  return { kind: 'unavoidable', why: [...new Set(reasons)].toSorted().join(', ') }
}
