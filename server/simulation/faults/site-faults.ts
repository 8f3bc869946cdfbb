import type { ModelItem } from '../site/model-item.ts'
import type { ModelBid } from '../store/model-database.ts'
import { beginOutage } from './begin-outage.ts'
import type { Planner } from './planner.ts'

export function planSiteOutages({ world, chance, scatter }: Planner) {
  scatter(2, () => beginOutage(world, 'site', chance.between(500, 20_000)))
}

export function planRivals({ world: { site }, chance, items, scatter, anyItem }: Planner) {
  scatter(
    4 * items.length,
    anyItem(({ auctionId }) => void site.place('rival', auctionId, chance.whole(10, 35) * 100)),
  )
}

export function planMovedEnds({ world: { site }, chance, items, scatter, anyItem }: Planner) {
  scatter(
    2 * items.length,
    anyItem((item) => site.moveEnd(item, chance.between(-5_000, 40_000))),
  )
}

export function planMissingPages(planner: Planner) {
  const { world, chance, scatter, atShots, anyItem } = planner
  function hide(item: ModelItem) {
    item.missingUntil = world.time.now() + chance.between(1_000, 50_000)
  }
  scatter(2, anyItem(hide))
  atShots(withItem(planner, hide))
}

export function planClosings({ world: { site }, chance, scatter, anyItem }: Planner) {
  scatter(
    2,
    anyItem((item) => {
      if (site.isClosed(item)) return
      if (chance.happens(0.3)) item.withdrawn = true
      else item.closedEarlyAt ??= site.siteTime()
    }),
  )
}

/** From so long before a shot a step can be noticed or not. */
const LAST_SECONDS_MS = 14_000
/** By then an engine has read four pages. */
const NOTICED_MS = { pagesShown: 12_000, pagesFailing: 60_000 }
const MAX_STEP_MS = 4_000

/** Sets the site's clocks, mostly shortly before a shot. Nothing that has closed opens again. */
export function planSetClocks({ world, chance, bids, scatter }: Planner) {
  const { time, site, clockSets, faultWindows, trace, faults } = world
  const isFailing = (['site', 'siteOutages', 'missingPages'] as const).some((fault) => faults.has(fault))
  const noticedMs = NOTICED_MS[isFailing ? 'pagesFailing' : 'pagesShown']
  function set() {
    const byMs = chance.between(-1, 1) * MAX_STEP_MS
    if (byMs < 0 && [...site.items.values()].some(site.isClosed)) return
    site.stepClock(byMs)
    clockSets.push({ at: time.now(), byMs })
    faultWindows.note(null, { from: time.now(), to: time.now() + noticedMs, reason: 'its time was not known' })
    trace.note('site', `sets its clocks by ${Math.round(byMs)} ms`)
  }
  scatter(1, set)
  for (const { fireAt } of bids)
    if (chance.happens(0.4)) time.at(site.instantOf(fireAt) - chance.between(0, LAST_SECONDS_MS), set)
}

const withItem =
  ({ world: { site } }: Planner, happen: (item: ModelItem) => void) =>
  ({ auctionId }: ModelBid) => {
    const item = site.items.get(auctionId)
    if (item) happen(item)
  }
