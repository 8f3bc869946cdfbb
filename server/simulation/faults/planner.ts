import type { ModelItem } from '../site/model-item.ts'
import type { ModelBid } from '../store/model-database.ts'
import { type Chance, chanceOf } from '../world/chance.ts'
import { aliveIn } from '../world/processes.ts'
import type { RunningProcess, World } from '../world/world.ts'
import type { Fault } from './faults.ts'

/** A shot is most vulnerable from its lock-in until its bid has left: from 1.1 s before its moment to 0.3 s after it. */
const SHOT_MS = [-300, 1_100] as const
/** Most faults happen in the time before the first close; engines are at work from then on. */
const BUSY_MS = 35_000

/** Draws when faults of one kind happen, and whom they hit. */
export type Planner = ReturnType<typeof openPlanner>

export function openPlanner(world: World, fault: Fault) {
  const { time, site, database } = world
  const chance = chanceOf(world.seed, fault)
  const items = [...site.items.values()]
  const bids = [...database.bids.values()]
  const ends = items.map(({ endsAt }) => site.instantOf(endsAt))
  // A run whose bids were all settled early may have ended its faults by then.
  const at = (instant: number, happen: () => void) =>
    time.at(instant, () => {
      if (world.activeFaults.has(fault)) happen()
    })
  return {
    world,
    chance,
    items,
    bids,
    /** Lets something happen up to so many times, mostly when engines are at work. */
    scatter: (max: number, happen: () => void) => {
      for (let left = chance.whole(1, max); left > 0; left--) {
        const from = chance.happens(0.3) ? 2_000 : Math.min(...ends) - BUSY_MS
        at(chance.between(Math.max(0, from), Math.max(...ends)), happen)
      }
    },
    /** Lets something happen around the lock-in and the shot of half of the bids. */
    atShots: (happen: (bid: ModelBid) => void) => {
      for (const bid of bids) {
        const firesAt = site.instantOf(bid.fireAt)
        if (chance.happens(0.5)) at(firesAt - chance.between(...SHOT_MS), () => happen(bid))
      }
    },
    anyEngine: (): RunningProcess | undefined => oneOf(chance, aliveIn(world)),
    anyItem: (happen: (item: ModelItem) => void) => () => {
      const item = oneOf(chance, items)
      if (item) happen(item)
    },
    anyBid: (happen: (bid: ModelBid) => void) => () => {
      const bid = oneOf(chance, bids)
      if (bid) happen(bid)
    },
  }
}

const oneOf = <T>(chance: Chance, things: readonly T[]): T | undefined => things[chance.whole(0, things.length - 1)]
