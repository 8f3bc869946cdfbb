import { openFaultWindows } from '../faults/fault-windows.ts'
import { type Faults, NO_FAULTS } from '../faults/faults.ts'
import type { ModelItem } from '../site/model-item.ts'
import { modelSite, type SiteHabits } from '../site/model-site.ts'
import type { ClockHabits } from '../site/site-clocks.ts'
import { storeLogin } from '../store/change-login.ts'
import { loginVersionOf, type ModelBid, openModelDatabase } from '../store/model-database.ts'
import { scheduleBid } from '../store/schedule-bid.ts'
import { chanceOf } from './chance.ts'
import { replaceLogin } from './change-login.ts'
import { openOutages } from './outages.ts'
import { openTrace } from './trace.ts'
import { virtualTime } from './virtual-time.ts'
import type { World } from './world.ts'

export type Options = Partial<SiteHabits> & {
  seed: number
  faults?: Faults
  deathIsSeen?: boolean
  /** Where the site's clocks differ from a good one. */
  clocks?: Partial<ClockHabits>
  /** Keeps the last calls of each process, to be shown. */
  isTraced?: boolean
}

/** A world without items, bids and engines. The same seed gives the same world. */
export function openWorld(options: Options): World {
  const { seed, faults = NO_FAULTS, deathIsSeen = true, isTraced = false, clocks: clockHabits, ...habits } = options
  const chance = chanceOf(seed, 'world')
  const time = virtualTime()
  const clocks = {
    offsetMs: chance.between(-4_000, 4_000),
    driftPpm: chance.between(-50, 50),
    second: null,
    wrongShare: 0,
    ...clockHabits,
  }
  return {
    seed,
    time,
    site: modelSite({
      time,
      chance: chanceOf(seed, 'stamps'),
      clocks,
      ...PLAIN_HABITS,
      listLagMs: habits.statusLagMs ?? 0,
      ...habits,
    }),
    database: openModelDatabase(),
    faultWindows: openFaultWindows(),
    outages: openOutages(time),
    trace: openTrace(time, isTraced),
    callChance: chanceOf(seed, 'ways'),
    faults,
    activeFaults: faults,
    deathIsSeen,
    overrides: { call: () => null, bid: () => null },
    processes: new Map(),
    allDeadSince: Infinity,
    sendings: [],
    violations: [],
    reads: new Map(),
    shownEnds: new Map(),
    listedMaximums: new Map(),
    shown: new Map(),
    stamps: new Map(),
    isMisled: false,
    clockSets: [],
    journals: new Map(),
    incompleteJournals: new Set(),
    durableEvents: new Map(),
    leaseRegainedAt: new Map(),
    leaseBegunAt: new Map(),
    claimedAt: new Map(),
    failovers: [],
    freedAt: new Map(),
    unkept: new Set(),
    rejected: null,
  }
}

/** Unless it is said otherwise, the lists are as old as the pages. */
const PLAIN_HABITS: Omit<SiteHabits, 'listLagMs'> = {
  statusLagMs: 0,
  pageResolutionMs: 1,
  equalRebid: 'nothing',
  listKeepsMs: 0,
  orderLagMs: 0,
  flagsAfterClose: 'shown',
  isOnlySession: false,
}

export type NewSnipe = { endsInMs?: number; leadMs?: number; maxBidCents?: number; accountId?: number }

/** Adds an item at the site and a snipe on it, with the number of the item, and of its account unless that is given. */
export function addSnipe(world: World, snipe: NewSnipe = {}): { item: ModelItem; bid: ModelBid } {
  const { endsInMs = 120_000, leadMs = 5_000, maxBidCents = 2_500 } = snipe
  const { site, database } = world
  const bidId = database.bids.size + 1
  const auctionId = String(bidId)
  const { accountId = bidId } = snipe
  if (loginVersionOf(database, accountId) === null) storeLogin(database, accountId)
  const item = site.addItem({ auctionId, endsAt: site.siteTime() + endsInMs })
  const { endsAt, startingPriceCents: priceCents } = item
  database.listings.set(auctionId, {
    auctionId,
    priceCents,
    nextBidCents: priceCents,
    endsAt,
    close: null,
    observedAt: null,
  })
  return { item, bid: scheduleBid(database, { bidId, accountId, auctionId, maxBidCents, leadMs }) }
}

/** Ends all faults, so that everything can come to its end. */
export function mend(world: World) {
  world.activeFaults = NO_FAULTS
  world.site.acceptAllLogins()
  world.site.acceptAllBids()
  for (const { accountId } of world.database.bids.values())
    if (loginVersionOf(world.database, accountId) === null) replaceLogin(world, accountId)
  world.outages.endAll()
}

export const isAllSettled = ({ database }: World): boolean =>
  [...database.bids.values()].every(({ status }) => status !== 'pending' && status !== 'executed')
