import type { ModelItem } from '../site/model-item.ts'
import type { ModelBid } from '../store/model-database.ts'
import { noteForAccount } from '../world/processes.ts'
import { beginOutage } from './begin-outage.ts'
import { UNCERTAIN_MS } from './fault-windows.ts'
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

/** Nobody sees the auction closed: its end moves while the site is away. */
export function planReopenings({ world, chance, anyItem }: Planner) {
  const { time, site, trace } = world
  const plan = anyItem((item) => {
    const close = site.instantOf(item.endsAt)
    const [from, to] = [close - chance.between(500, 6_000), close + chance.between(2_000, 15_000)]
    const byMs = chance.between(40_000, 200_000)
    time.at(from, () => beginOutage(world, 'site', to - from))
    time.at(to - 1_000, () => {
      if (item.withdrawn || item.closedEarlyAt !== null) return
      site.reopen(item, byMs)
      trace.note('site', `opens ${item.auctionId} again`)
    })
  })
  if (chance.happens(0.5)) plan()
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

/** After so long an engine has read the page again. */
const REREAD_MS = 5_000

/** Two rivals mistype their bids on an auction, and the site takes both back, unless the snipe was sent meanwhile. */
export function planFallingPrices({ world, chance, bids }: Planner) {
  const { time, site, faultWindows, sendings, trace } = world
  for (const { bidId, auctionId, fireAt, maxBidCents } of bids) {
    if (!chance.happens(0.6)) continue
    const from = site.instantOf(fireAt) - chance.between(2_000, 95_000)
    const to = from + chance.between(1_000, 80_000)
    time.at(from, () => {
      for (const bidder of ['hasty', 'careless']) site.place(bidder, auctionId, maxBidCents * chance.whole(2, 40))
      trace.note('site', `price of ${auctionId} at ${site.standing(auctionId).priceCents}`)
      const window = {
        from,
        to: to + site.statusLagMs + REREAD_MS,
        reason: 'the price stood above its maximum',
      } as const
      if (site.standing(auctionId).minimumCents > maxBidCents) faultWindows.note(bidId, window)
    })
    time.at(to, () => {
      const item = site.items.get(auctionId)
      if (!item || site.isClosed(item) || sendings.some((sending) => sending.auctionId === auctionId)) return
      for (const bidder of ['hasty', 'careless']) site.retract(bidder, auctionId)
      trace.note('site', `price of ${auctionId} back at ${site.standing(auctionId).priceCents}`)
    })
  }
}

export function planFalseCloses({ world: { time, site, faults, trace }, chance, bids }: Planner) {
  // A page that is closed by a wrong time proves the close.
  if (faults.has('wrongTimes')) return
  for (const { auctionId, fireAt } of bids) {
    const item = site.items.get(auctionId)
    if (!item || !chance.happens(0.6)) continue
    time.at(site.instantOf(fireAt) - chance.between(-3_000, 95_000), () => {
      item.falseCloses = chance.whole(1, 2)
      trace.note('site', `says falsely that ${auctionId} is closed`)
    })
  }
}

export function planUnknownRefusals({ world, chance, bids }: Planner) {
  const { time, site, trace } = world
  for (const { accountId, fireAt } of bids) {
    if (!chance.happens(0.5)) continue
    time.at(site.instantOf(fireAt) - chance.between(0, 20_000), () => {
      const ms = chance.happens(0.7) ? chance.between(500, 25_000) : Infinity
      const to = time.now() + ms + UNCERTAIN_MS
      noteForAccount(world, accountId, { from: time.now(), to, reason: 'the site refused its bids' })
      site.refuseBids(accountId, ms)
      trace.note('site', `refuses all bids of account ${accountId}`)
    })
  }
}

export function planShields({ world, chance, bids }: Planner) {
  const { time, site, trace } = world
  for (const { accountId, fireAt } of bids) {
    if (!chance.happens(0.5)) continue
    time.at(site.instantOf(fireAt) - chance.between(-2_000, 20_000), () => {
      const ms = chance.happens(0.7) ? chance.between(500, 12_000) : chance.between(12_000, 120_000)
      const answer = chance.oneOf(['blocked', 'rate_limited'] as const)
      const retryAfterMs = chance.oneOf([null, null, 1_000, 5_000, 3_600_000])
      noteForAccount(world, accountId, { from: time.now(), to: time.now() + ms, reason: 'the site refused its bids' })
      site.shield(accountId, ms, answer === 'blocked' ? { kind: answer } : { kind: answer, retryAfterMs })
      trace.note('site', `takes no bids of account ${accountId}: ${answer}`)
    })
  }
}

const WRONG_ENDS_MS = [-3_600_000, -300_000, -70_000, 300_000, 3_600_000] as const

export function planWrongEnds({ world: { time, site, trace }, chance, bids }: Planner) {
  for (const { auctionId, fireAt } of bids) {
    const item = site.items.get(auctionId)
    if (!item || !chance.happens(0.6)) continue
    time.at(site.instantOf(fireAt) - chance.between(-3_000, 95_000), () => {
      item.wrongEndByMs = chance.oneOf(WRONG_ENDS_MS)
      trace.note('site', `shows a wrong end of ${auctionId}`)
    })
  }
}

export function planFalseRefusals({ world: { site }, chance, bids }: Planner) {
  for (const { auctionId } of bids) {
    const item = site.items.get(auctionId)
    if (item && chance.happens(0.5)) item.falseRefusals = 1
  }
}

export function planRetractions({ world: { time, site, sendings, trace }, chance, bids }: Planner) {
  for (const { accountId, auctionId, fireAt, leadMs } of bids) {
    if (!chance.happens(0.5)) continue
    time.at(site.instantOf(fireAt) + chance.between(200, leadMs), () => {
      const item = site.items.get(auctionId)
      const stands = sendings.some((sending) => sending.auctionId === auctionId && sending.accepted)
      if (!item || site.isClosed(item) || !stands) return
      // Without another bidder, nobody would win.
      site.place('rival', auctionId, site.standing(auctionId).minimumCents)
      site.retract(site.userOf(accountId), auctionId)
      trace.note('site', `takes back the bids of account ${accountId} on ${auctionId}`)
    })
  }
}

export function planReserves({ chance, items }: Planner) {
  for (const item of items) item.isReserveMet = chance.happens(0.5)
}

const withItem =
  ({ world: { site } }: Planner, happen: (item: ModelItem) => void) =>
  ({ auctionId }: ModelBid) => {
    const item = site.items.get(auctionId)
    if (item) happen(item)
  }
