import type { ModelItem } from '../site/model-site.ts'
import type { ModelBid } from '../store/model-database.ts'
import { beginOutage } from './begin-outage.ts'
import type { Planner } from './planner.ts'

const RELOGIN_MS = 2_000
/** A second token that ends so soon after the first counts as a refused login. */
const SOON_MS = 10_000
const TOKEN_ENDED = 'its token ended'

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

export function planEndedSessions(planner: Planner) {
  const { world, scatter, atShots, anyItem } = planner
  const { time, site, faultWindows } = world
  function endSessions({ auctionId }: ModelItem) {
    const bidId = Number(auctionId)
    const isRefused = faultWindows
      .of(bidId)
      .some(({ reason, to }) => reason === TOKEN_ENDED && to > time.now() - SOON_MS)
    const to = isRefused ? Infinity : time.now() + RELOGIN_MS
    faultWindows.note(bidId, { from: time.now(), to, reason: TOKEN_ENDED })
    site.endSessions(bidId)
  }
  scatter(2, anyItem(endSessions))
  atShots(withItem(planner, endSessions))
}

export function planRefusedPasswords({ world, scatter, anyItem }: Planner) {
  const { time, site, faultWindows } = world
  scatter(
    1,
    anyItem(({ auctionId }) => {
      faultWindows.note(Number(auctionId), { from: time.now(), to: Infinity, reason: 'the password was refused' })
      site.refusePassword(Number(auctionId))
    }),
  )
}

const withItem =
  ({ world: { site } }: Planner, happen: (item: ModelItem) => void) =>
  ({ auctionId }: ModelBid) => {
    const item = site.items.get(auctionId)
    if (item) happen(item)
  }
