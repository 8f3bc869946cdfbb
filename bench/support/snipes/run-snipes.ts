import { setTimeout as delay } from 'node:timers/promises'
import { addSnipes } from '../fixtures.ts'
import { readTicks, stolenSince } from '../machine.ts'
import { figure } from '../report.ts'
import type { Arrival, Rival } from '../start-auction-house.ts'
import type { LogLine, Program } from '../start-program.ts'
import type { Testbed } from '../testbed.ts'

/** Snipes with their due times, in ms after the start of the run, their groups, and who else bids on each of them. */
export type Batch = {
  name: string
  dueAfterMs: number[]
  groupIds?: readonly number[]
  rivals?: readonly Rival[]
}

export type BatchResult = {
  name: string
  snipes: number
  /** The time from the planned write to the write, as the engine logs it, to a tenth of a ms. */
  lateMs: number[]
  /** The arrival of the first byte at the auction house minus the planned time, on the auction house's clock. */
  deviationMs: number[]
  accepted: number
  /** The stolen CPU time while the snipes were due; null where the kernel does not report it. */
  stolenPercent: number | null
}

const LEAD_S = 2
const SETTLED_AFTER_MS = 1_500
/** Added before and after a batch, because the kernel counts in hundredths of a second. */
const MARGIN_MS = 500

/** Inserts batches of snipes, waits until the engine has sent them, and collects its log and the auction house's journal. */
export async function runSnipes(
  testbed: Testbed,
  engine: Pick<Program, 'lines'>,
  bidders: number[],
  { batches, leadInMs }: { batches: Batch[]; leadInMs: number },
): Promise<BatchResult[]> {
  const { auctionHouse } = testbed
  const from = Math.ceil(await auctionHouse.now()) + leadInMs
  const results = []
  for (const { name, dueAfterMs, groupIds = [], rivals = [] } of batches) {
    const plannedAt = dueAfterMs.map((afterMs) => Math.round(from + afterMs))
    const snipes = await addSnipes(testbed, bidders, {
      plannedAt,
      secondsBeforeEnd: LEAD_S,
      groupIds,
      rivals: plannedAt.map(() => rivals),
    })
    results.push({ name, snipes })
  }
  const stolen = Promise.all(results.map(({ snipes }) => measureStolenTime(testbed, snipes)))
  const last = Math.max(...results.flatMap(({ snipes }) => snipes.map(({ plannedAt }) => plannedAt)))
  await delay(last - (await auctionHouse.now()) + SETTLED_AFTER_MS)
  const stolenPercents = await stolen

  const fired = new Map<number | undefined, LogLine>()
  for (const line of engine.lines) if (line.msg === 'bid fired' && line.attempt === 1) fired.set(line.bidId, line)
  const arrived = new Map<number | null, Arrival>()
  for (const entry of await auctionHouse.arrivals()) if (!arrived.has(entry.itemId)) arrived.set(entry.itemId, entry)
  return results.map(({ name, snipes }, index) => ({
    name,
    stolenPercent: stolenPercents[index] ?? null,
    snipes: snipes.length,
    lateMs: snipes.flatMap(({ bidId }) => fired.get(bidId)?.lateMs ?? []),
    deviationMs: snipes.flatMap(({ itemId, plannedAt }) => {
      const arrival = arrived.get(itemId)
      return arrival ? arrival.arrivedAt - plannedAt : []
    }),
    accepted: snipes.filter(({ itemId }) => arrived.get(itemId)?.outcome === 'leading').length,
  }))
}

async function measureStolenTime({ auctionHouse }: Testbed, snipes: { plannedAt: number }[]) {
  const plannedAt = snipes.map((snipe) => snipe.plannedAt)
  await delay(Math.min(...plannedAt) - MARGIN_MS - (await auctionHouse.now()))
  const before = readTicks()
  await delay(Math.max(...plannedAt) + MARGIN_MS - (await auctionHouse.now()))
  return stolenSince(before)
}

export const stolenTime = (name: string, stolenPercent: number | null) =>
  figure(`${name}: stolen CPU time, %`, stolenPercent ?? 'not reported')

export const spreadEvenly = (count: number, spanMs: number, fromMs = 0) =>
  Array.from({ length: count }, (_, index) => fromMs + (index * spanMs) / count)

export const allAtOnce = (count: number, atMs: number) => Array.from({ length: count }, () => atMs)
