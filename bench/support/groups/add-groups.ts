import { addGroup } from '../../../server/test/add-group.ts'
import { addSnipes, type PlannedSnipe } from '../fixtures.ts'
import type { Rival } from '../start-auction-house.ts'
import type { Testbed } from '../testbed.ts'

export type PlannedGroup = {
  id: number
  accountId: number
  mostWins: number
  extraWins: number
  budgetCents: number | null
  bids: PlannedSnipe[]
}

type Drawn = Omit<PlannedGroup, 'id' | 'accountId' | 'bids'> & { plannedAt: number[] }

const SIZE = { min: 2, max: 8 }
const MOST_WINS = 3
const BUDGET_CENTS = { min: 2_500, max: 7_500 }
/** Some overlap, and of some the result of one is known before the next is due. */
const BETWEEN_CLOSES_MS = { min: 1_000, max: 25_000 }
const MAX_BID_CENTS = 2_500

/** Adds groups of pending bids for the bidders in turn, due within `spanMs` of `from` (epoch ms on the site's clock). */
export async function addGroups(
  testbed: Testbed,
  bidders: number[],
  { count, from, spanMs, secondsBeforeEnd }: { count: number; from: number; spanMs: number; secondsBeforeEnd: number },
): Promise<PlannedGroup[]> {
  const groups: Omit<PlannedGroup, 'bids'>[] = []
  const planned: { groupId: number; accountId: number; plannedAt: number }[] = []
  for (let index = 0; index < count; index++) {
    const { plannedAt, ...terms } = drawGroup(from, spanMs)
    const accountId = bidders[index % bidders.length] ?? 0
    const id = await addGroup(testbed.db, { accountId, ...terms }, [])
    groups.push({ id, accountId, ...terms })
    planned.push(...plannedAt.map((instant) => ({ groupId: id, accountId, plannedAt: instant })))
  }
  const snipes = await addSnipes(
    testbed,
    planned.map(({ accountId }) => accountId),
    {
      plannedAt: planned.map(({ plannedAt }) => plannedAt),
      secondsBeforeEnd,
      maxBidCents: MAX_BID_CENTS,
      groupIds: planned.map(({ groupId }) => groupId),
      rivals: planned.map(drawRivals),
    },
  )
  const bidsOf = Map.groupBy(snipes, (_, index) => planned[index]?.groupId)
  return groups.map((group) => ({ ...group, bids: bidsOf.get(group.id) ?? [] }))
}

function drawGroup(from: number, spanMs: number): Drawn {
  const size = wholeBetween(SIZE)
  const cap = 1 + Math.floor(Math.random() * Math.min(MOST_WINS, size))
  const extraWins = cap > 1 && Math.random() < 0.2 ? 1 : 0
  const afterMs = [0]
  while (afterMs.length < size) afterMs.push((afterMs.at(-1) ?? 0) + wholeBetween(BETWEEN_CLOSES_MS))
  const lastMs = afterMs.at(-1) ?? 0
  const shrunk = afterMs.map((ms) => ms * Math.min(1, spanMs / lastMs))
  const startMs = Math.random() * Math.max(0, spanMs - lastMs)
  return {
    mostWins: cap - extraWins,
    extraWins,
    budgetCents: Math.random() < 0.3 ? wholeBetween(BUDGET_CENTS) : null,
    plannedAt: shrunk.map((ms) => Math.round(from + startMs + ms)),
  }
}

/** Nobody, or one who outbids ours after it, is above it before, ties with it, or only raises the price. */
function drawRivals(): Rival[] {
  const kind = Math.random()
  if (kind < 0.25) return []
  if (kind < 0.65) return [{ strategy: 'sniper', maxBid: 40, secondsBeforeEnd: 1 }]
  if (kind < 0.75) return [{ strategy: 'sniper', maxBid: 40, secondsBeforeEnd: 30 }]
  if (kind < 0.8) return [{ strategy: 'sniper', maxBid: MAX_BID_CENTS / 100, secondsBeforeEnd: 30 }]
  return [{ strategy: 'sniper', maxBid: 20, secondsBeforeEnd: 30 }]
}

const wholeBetween = ({ min, max }: { min: number; max: number }) => min + Math.floor(Math.random() * (max - min + 1))
