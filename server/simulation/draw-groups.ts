import type { Chance } from './world/chance.ts'
import { addSnipe } from './world/open-world.ts'
import type { World } from './world/world.ts'

/** A bid that comes later than this before its moment may miss it. */
const FIRST_END_MS = 40_000
const MAX_APART_MS = 60_000
/** Where they are spaced: the first close, and how far apart two are. */
const SPACED = { firstMs: 60_000, apartMs: [30_000, MAX_APART_MS] } as const

/** Adds one or two groups of two to eight bids, whose auctions close up to a minute apart, some in the same instant. */
export function addGroups(world: World, chance: Chance) {
  const { database, faults } = world
  for (let left = chance.whole(1, 2); left > 0; left--) {
    const groupId = database.groups.size + 1
    const accountId = 1_000 + groupId
    const count = chance.whole(2, 8)
    const mostWins = chance.happens(0.6) ? 1 : chance.whole(1, count)
    const extraWins = chance.happens(0.2) ? 1 : 0
    const budgetCents = chance.happens(0.4) ? chance.whole(10, 60) * 100 : null
    database.groups.set(groupId, { mostWins, extraWins, budgetCents })
    const spanMs = chance.oneOf([0, 2_000, 20_000, MAX_APART_MS])
    let spacedMs: number = SPACED.firstMs
    for (let member = 0; member < count; member++) {
      const leadMs = chance.whole(1, chance.happens(0.7) ? 8 : 40) * 1_000
      const isSpaced = faults.has('spacedGroups')
      const endsInMs = isSpaced ? spacedMs : Math.max(FIRST_END_MS, leadMs + 15_000) + chance.between(0, spanMs)
      if (isSpaced) spacedMs += chance.between(...SPACED.apartMs)
      const { bid } = addSnipe(world, { endsInMs, leadMs, maxBidCents: chance.whole(10, 30) * 100, accountId })
      bid.groupId = groupId
    }
  }
}
