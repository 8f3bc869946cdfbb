import type { Agenda } from '../agenda.ts'
import { between, pick, type Random } from '../random.ts'
import type { Bidder } from './apply-proxy-bid.ts'
import { type Listing, minimumOf } from './listing.ts'
import { placeBid } from './place-bid.ts'

export const STRATEGIES = ['early', 'incremental', 'proxy', 'sniper'] as const

type Strategy = (typeof STRATEGIES)[number]

/** A simulated bidder on one listing, who pays at most `limitCents`. */
export type Rival = {
  bidder: Bidder
  strategy: Strategy
  limitCents: number
  /** The time of the first bid before the end; undefined when the strategy chooses it. */
  leadMs: number | undefined
  random: Random
}

const FIRST_NAMES = [
  'thrift',
  'retro',
  'lucky',
  'vinyl',
  'attic',
  'maple',
  'copper',
  'river',
  'quiet',
  'corner',
] as const
const LAST_NAMES = ['fox', 'finder', 'hound', 'keeper', 'picker', 'wren', 'barn', 'rover', 'owl', 'lane'] as const

export function makeRival(rival: Omit<Rival, 'bidder'>): Rival {
  const { random } = rival
  const name = `${pick(random, FIRST_NAMES)}${pick(random, LAST_NAMES)}${Math.floor(between(random, 1, 100))}`
  return { ...rival, bidder: { name } }
}

/** Plans the first bids of rivals. Called again after an end has moved, for the rivals that bid near the end. */
export function scheduleRivals(agenda: Agenda, listing: Listing, rivals: Rival[]) {
  for (const rival of rivals) agenda.add(firstBidAt(listing, rival), (at) => act(agenda, listing, rival, at))
}

const bidsNearEnd = (rival: Rival) => rival.strategy === 'sniper' || rival.leadMs !== undefined

export const rivalsNearEnd = (listing: Listing) => listing.rivals.filter(bidsNearEnd)

function firstBidAt(listing: Listing, rival: Rival) {
  const { random, strategy } = rival
  rival.leadMs ??= strategy === 'sniper' ? Math.floor(between(random, 1_500, 15_000)) : undefined
  if (rival.leadMs !== undefined) return Math.max(listing.opensAt, listing.endsAt - rival.leadMs)

  const latest = strategy === 'early' ? 0.3 : 0.9
  return listing.opensAt + between(random, 0.01, latest) * (listing.endsAt - listing.opensAt)
}

function act(agenda: Agenda, listing: Listing, rival: Rival, at: number) {
  if (!listing.rivals.includes(rival)) return // it has given up, or the listing is closed
  if (bidsNearEnd(rival) && at < listing.endsAt - (rival.leadMs ?? 0)) return // the end moved later, and a new bid is planned

  const minimumCents = minimumOf(listing)
  const leads = listing.standing.leader === rival.bidder
  const givesUp = minimumCents > rival.limitCents
  if (!leads && !givesUp) placeBid(listing, rival.bidder, nextMaximum(rival, minimumCents), at)

  if (rival.strategy !== 'incremental' || givesUp) {
    listing.rivals.splice(listing.rivals.indexOf(rival), 1)
    return
  }
  const pauseMs = Math.max(2_000, between(rival.random, 0.02, 0.12) * (listing.endsAt - listing.opensAt))
  if (at + pauseMs < listing.endsAt) agenda.add(at + pauseMs, (next) => act(agenda, listing, rival, next))
}

/** Most rivals offer their limit and let the site bid up to it; incremental rivals offer the next minimum. */
const nextMaximum = (rival: Rival, minimumCents: number) =>
  rival.strategy === 'incremental' ? minimumCents : rival.limitCents
