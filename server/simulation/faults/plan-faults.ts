import { chanceOf } from '../world/chance.ts'
import type { ModelItem } from '../site/model-site.ts'
import type { ModelBid } from '../store/model-store.ts'
import type { OpenWorld, RunningProcess } from '../world/open-world.ts'
import { DOUBT_MS, TAKEOVER_MS } from './fault-windows.ts'
import type { Fault, Faults } from './faults.ts'

/** A pause so long costs the lease. */
const LONG_PAUSE_MS = 30_000
const AROUND_A_LEASE_MS = [38_000, 60_000] as const
const WISH_MS = 3_500
const RELOGIN_MS = 2_000
const SOON_MS = 10_000
const SWEEP_EVERY_MS = 5_000
const TOKEN_ENDED = 'its token ended'

type Plan = { it: OpenWorld; faults: Faults; seed: number; items: readonly ModelItem[]; deathIsSeen: boolean }

/** Lays out what goes wrong, and when: mostly when it matters. */
export function planFaults(plan: Plan) {
  for (const fault of plan.faults) planOne(plan, fault)
}

function planOne({ it, seed, items, deathIsSeen }: Plan, fault: Fault) {
  const chance = chanceOf(seed, fault)
  const { time, site, store, faultWindows } = it
  const instants = items.map(({ endsAt }) => site.instantOf(endsAt))
  const bids = [...store.bids.values()]

  function scatter(most: number, happen: () => void) {
    for (let left = chance.whole(1, most); left > 0; left--) {
      const from = chance.happens(0.3) ? 2_000 : Math.min(...instants) - 35_000
      time.at(chance.between(Math.max(0, from), Math.max(...instants)), happen)
    }
  }
  /** Around the moments of locking in and firing, where a fault hurts most. */
  function atShots(happen: (bid: ModelBid) => void) {
    for (const bid of bids) {
      const firesAt = site.instantOf(bid.endsAt) - bid.leadMs
      if (chance.happens(0.5)) time.at(firesAt - chance.between(-300, 1_100), () => happen(bid))
    }
  }
  const anyone = () => it.alive()[chance.whole(0, it.alive().length - 1)]
  const anyItem = (happen: (item: ModelItem) => void) => () => {
    const item = items[chance.whole(0, items.length - 1)]
    if (item) happen(item)
  }

  function noteForHeld({ engineId }: RunningProcess, ms: number, why: string) {
    const faultWindow = { from: time.now(), to: time.now() + ms, why }
    for (const bid of bids)
      if (bid.engineId === engineId || !it.isCarried(bid)) faultWindows.note(bid.bidId, faultWindow)
  }
  const holderOf = ({ engineId }: ModelBid) => it.alive().find((one) => one.engineId === engineId) ?? anyone()
  function kill(victim: RunningProcess | undefined) {
    if (!victim) return
    noteForHeld(victim, TAKEOVER_MS[deathIsSeen ? 'seen' : 'unseen'] + DOUBT_MS, 'its engine died')
    it.kill(victim)
    time.at(time.now() + chance.between(200, 8_000), () => void it.start(victim.machine))
  }
  function pause(victim: RunningProcess | undefined, ms = chance.between(100, chance.happens(0.4) ? 60_000 : 8_000)) {
    if (!victim) return
    noteForHeld(
      victim,
      ms + (ms > LONG_PAUSE_MS ? DOUBT_MS + TAKEOVER_MS.seen : TAKEOVER_MS.seen),
      'its engine stood still',
    )
    victim.process.pause(ms)
  }
  function fillDisks(ms: number) {
    it.lose('disk', ms)
    if (chance.happens(0.4)) it.lose('names', ms)
  }
  function wish(bid: ModelBid, wanted: Parameters<typeof store.wish>[1]) {
    faultWindows.note(bid.bidId, { from: -Infinity, to: time.now() + WISH_MS, why: 'its owner changed it' })
    store.wish(bid.bidId, wanted)
    it.tellEngines()
  }
  const bidOf = (item: ModelItem) => store.bids.get(Number(item.auctionId))
  function wishSomething(bid: ModelBid | undefined) {
    if (!bid) return
    if (fault === 'cancels') wish(bid, { kind: 'cancel' })
    else wish(bid, { kind: 'change', maxBidCents: chance.whole(10, 30) * 100, leadMs: chance.whole(1, 20) * 1_000 })
  }
  function pauseOwner(bid: ModelBid | undefined) {
    if (!bid) return
    const forMs = chance.happens(0.7) ? chance.between(200, 40_000) : Infinity
    faultWindows.note(bid.bidId, { from: time.now(), to: time.now() + forMs + WISH_MS, why: 'bidding was paused' })
    setPause(bid, true)
    if (forMs < Infinity) time.at(time.now() + forMs, () => setPause(bid, false))
  }
  function setPause({ bidId }: ModelBid, isPaused: boolean) {
    store.endHeldBack(site.siteTime())
    store.pause(bidId, isPaused)
    it.tellEngines()
  }
  function endHeldBackFromNowOn() {
    store.endHeldBack(site.siteTime())
    time.at(time.now() + SWEEP_EVERY_MS, endHeldBackFromNowOn)
  }
  function endSessions({ auctionId }: ModelItem) {
    // A second time, soon after, the site is believed: it wants no bid of this user.
    const isAgain = faultWindows
      .of(Number(auctionId))
      .some(({ why, to }) => why === TOKEN_ENDED && to > time.now() - SOON_MS)
    const to = isAgain ? Infinity : time.now() + RELOGIN_MS
    faultWindows.note(Number(auctionId), { from: time.now(), to, why: TOKEN_ENDED })
    site.endSessions(Number(auctionId))
  }

  switch (fault) {
    case 'kills':
      scatter(3, () => kill(anyone()))
      return atShots((bid) => kill(holderOf(bid)))
    case 'pauses':
      scatter(3, () => pause(anyone()))
      return atShots((bid) =>
        pause(holderOf(bid), chance.happens(0.3) ? chance.between(...AROUND_A_LEASE_MS) : undefined),
      )
    case 'outages':
      scatter(2, () => it.lose('store', chance.between(500, chance.happens(0.3) ? 70_000 : 20_000)))
      return atShots(() => it.lose('store', chance.between(500, 8_000)))
    case 'fullDisks':
      scatter(2, () => fillDisks(chance.between(500, 40_000)))
      return atShots(() => fillDisks(chance.between(500, 8_000)))
    case 'siteOutages':
      return scatter(2, () => it.lose('site', chance.between(500, 20_000)))
    case 'clocks':
      return scatter(3, () => anyone()?.process.stepWall(chance.between(-1, 1) * chance.oneOf([2e3, 6e4, 3.6e6, 9e7])))
    case 'rivals':
      return scatter(
        4 * items.length,
        anyItem(({ auctionId }) => void site.place('rival', auctionId, chance.whole(10, 35) * 100)),
      )
    case 'cancels':
    case 'changes':
      scatter(
        2,
        anyItem((item) => wishSomething(bidOf(item))),
      )
      return chance.happens(0.5) ? atShots(wishSomething) : undefined
    case 'ownerPauses':
      endHeldBackFromNowOn()
      scatter(
        2,
        anyItem((item) => pauseOwner(bidOf(item))),
      )
      return chance.happens(0.5) ? atShots(pauseOwner) : undefined
    case 'movedEnds':
      return scatter(
        2 * items.length,
        anyItem((item) => site.moveEnd(item, chance.between(-5_000, 40_000))),
      )
    case 'missingPages': {
      const lose = (item: ModelItem) => {
        item.missingUntil = time.now() + chance.between(1_000, 50_000)
      }
      scatter(2, anyItem(lose))
      return atShots(({ bidId }) => {
        const item = items[bidId - 1]
        if (item) lose(item)
      })
    }
    case 'closings':
      return scatter(
        2,
        anyItem((item) => {
          if (site.isClosed(item)) return
          if (chance.happens(0.3)) item.withdrawn = true
          else item.closedEarlyAt ??= site.siteTime()
        }),
      )
    case 'sessions':
      scatter(2, anyItem(endSessions))
      return atShots(({ bidId }) => {
        const item = items[bidId - 1]
        if (item) endSessions(item)
      })
    case 'passwords':
      return scatter(
        1,
        anyItem(({ auctionId }) => {
          const from = time.now()
          faultWindows.note(Number(auctionId), { from, to: Infinity, why: 'the password was refused' })
          site.refusePassword(Number(auctionId))
        }),
      )
    case 'statements':
    case 'commits':
    case 'notices':
    case 'journal':
    case 'site':
    case 'bids':
      return undefined
  }
}
