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

const withItem =
  ({ world: { site } }: Planner, happen: (item: ModelItem) => void) =>
  ({ auctionId }: ModelBid) => {
    const item = site.items.get(auctionId)
    if (item) happen(item)
  }
