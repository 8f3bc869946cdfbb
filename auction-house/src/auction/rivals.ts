import type { Agenda } from '../agenda.ts'
import { between, pick, type Random } from '../random.ts'
import { type Listing, minimumOf } from './listing.ts'
import { placeBid } from './place-bid.ts'
import type { Bidder } from './take-bid.ts'

export const TEMPERS = ['early', 'incremental', 'proxy', 'sniper'] as const

type Temper = (typeof TEMPERS)[number]

/** A bidder of the house's own, who wants one listing and will not pay more than `limitCents` for it. */
export type Rival = {
  bidder: Bidder
  temper: Temper
  limitCents: number
  /** Fixed moment of the first bid, counted back from the end; otherwise the temper chooses. */
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

export function makeRival(wanted: Omit<Rival, 'bidder'>): Rival {
  const { random } = wanted
  const name = `${pick(random, FIRST_NAMES)}${pick(random, LAST_NAMES)}${Math.floor(between(random, 1, 100))}`
  return { ...wanted, bidder: { name } }
}

/** Lets rivals loose on an open listing. Called again after its end has moved, it plans anew those who wait for the end. */
export function sendRivals(agenda: Agenda, listing: Listing, rivals: Rival[]) {
  for (const rival of rivals) agenda.add(firstBidAt(listing, rival), (at) => act(agenda, listing, rival, at))
}

const waitsForTheEnd = (rival: Rival) => rival.temper === 'sniper' || rival.leadMs !== undefined

export const rivalsWaitingForTheEnd = (listing: Listing) => listing.rivals.filter(waitsForTheEnd)

function firstBidAt(listing: Listing, rival: Rival) {
  const { random, temper } = rival
  rival.leadMs ??= temper === 'sniper' ? Math.floor(between(random, 1_500, 15_000)) : undefined
  if (rival.leadMs !== undefined) return Math.max(listing.opensAt, listing.endsAt - rival.leadMs)

  const latest = temper === 'early' ? 0.3 : 0.9
  return listing.opensAt + between(random, 0.01, latest) * (listing.endsAt - listing.opensAt)
}

function act(agenda: Agenda, listing: Listing, rival: Rival, at: number) {
  if (!listing.rivals.includes(rival)) return // it gave up, or the listing has closed
  if (waitsForTheEnd(rival) && at < listing.endsAt - (rival.leadMs ?? 0)) return // the end moved back: planned anew

  const minimumCents = minimumOf(listing)
  const leads = listing.standing.leader === rival.bidder
  const givesUp = minimumCents > rival.limitCents
  if (!leads && !givesUp) placeBid(listing, rival.bidder, offer(rival, minimumCents), at)

  if (rival.temper !== 'incremental' || givesUp) {
    listing.rivals.splice(listing.rivals.indexOf(rival), 1)
    return
  }
  const pauseMs = Math.max(2_000, between(rival.random, 0.02, 0.12) * (listing.endsAt - listing.opensAt))
  if (at + pauseMs < listing.endsAt) agenda.add(at + pauseMs, (next) => act(agenda, listing, rival, next))
}

/** Most offer all they would pay and let the site bid for them; the incremental go by the least step. */
const offer = (rival: Rival, minimumCents: number) => (rival.temper === 'incremental' ? minimumCents : rival.limitCents)
