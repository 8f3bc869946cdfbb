import type { Sending, World } from './engine-ports.ts'
import type { ModelBid } from './model-store.ts'
import type { Troubles } from './scenario.ts'

/** Nothing may arrive this much ahead of its moment. */
const TOO_EARLY_MS = 250

/** What is wrong with a bid that leaves at this very instant, by what the world, not the engine, knows. */
export function checkSending({ store, site }: World, sending: Sending, earlier: readonly Sending[]): string[] {
  const bid = store.bids.get(Number(sending.auctionId))
  if (!bid) return [`bid on ${sending.auctionId}, which nobody wants`]
  const before = earlier.filter(({ auctionId }) => auctionId === sending.auctionId)
  const wrong: string[] = []
  if (sending.amountCents !== bid.maxBidCents) wrong.push('sent another amount than the maximum')
  if (bid.status === 'cancelled') wrong.push('fired after its cancellation was confirmed')
  if (bid.engineId !== sending.engineId) wrong.push(`fired by engine ${sending.engineId}, held by ${bid.engineId}`)
  if (before.some(({ taken }) => taken)) wrong.push('sent again although the site had taken it')
  if (before.some(({ open }) => open)) wrong.push('sent again while the one before was under way')
  // The end may have moved to and fro since it was last read.
  const endsAt = site.items.get(bid.auctionId)?.earliestEndsAt
  if (endsAt === undefined || site.siteTime() < endsAt - bid.leadMs - TOO_EARLY_MS) wrong.push('sent before its moment')
  return wrong.map((text) => `bid ${bid.bidId}: ${text}`)
}

/** What is wrong with how it all ended. */
export function checkEnd(world: World, sendings: readonly Sending[], troubles: Troubles): string[] {
  return [...world.store.bids.values()].flatMap((bid) => {
    const taken = sendings.filter((it) => it.auctionId === bid.auctionId && it.taken).length
    return [...checkTruth(world, bid, taken), ...checkLog(bid), ...checkService(world, bid, taken, troubles)].map(
      (text) => `bid ${bid.bidId} (${bid.status}, ${bid.outcome}): ${text}`,
    )
  })
}

function checkTruth({ site }: World, bid: ModelBid, taken: number): string[] {
  const { leader, minimumCents } = site.standing(bid.auctionId)
  const leads = leader === `user${bid.bidId}`
  const truth = {
    pending: false,
    executed: false,
    won: leads,
    lost: taken > 0 && !leads,
    outbid: taken > 0 ? bid.outcome === 'outbid_on_arrival' && !leads : minimumCents > bid.maxBidCents,
    failed: taken === 0,
    auction_ended: taken === 0,
    cancelled: taken === 0,
  }[bid.status]
  const item = site.items.get(bid.auctionId)
  const endedEarly = item?.wasCutShort || item?.closedEarlyAt !== null
  const wrong = truth && (bid.outcome !== 'ended_early' || endedEarly) ? [] : ['does not say what is true']
  return taken > 1 ? [...wrong, 'counted twice'] : wrong
}

/** The log tells each move of the end once, and ends with how the bid ended. */
function checkLog(bid: ModelBid): string[] {
  const details = [...bid.events.values()].map(({ detail }) => detail)
  const ends = details.flatMap((detail) => (detail.kind === 'end_moved' ? [detail.to] : []))
  const wrong = ends.some((to, index) => to === ends[index - 1]) ? ['its log tells one move of the end twice'] : []
  if (bid.status === 'cancelled') return wrong
  const hasEnd = details.some(({ kind }) => kind === 'settled' || kind === 'failed' || kind === 'skipped')
  return hasEnd ? wrong : [...wrong, 'its log has no end']
}

/** Where nothing at all went wrong, every snipe that could be sent was. */
function checkService(world: World, bid: ModelBid, taken: number, troubles: Troubles): string[] {
  const { kills, pauses, store, site, bids, movedEnds, cancels } = troubles
  if (kills || pauses || store || site || bids || movedEnds || cancels) return []
  if (taken === 0 && world.site.standing(bid.auctionId).minimumCents <= bid.maxBidCents) return ['was never sent']
  return []
}
