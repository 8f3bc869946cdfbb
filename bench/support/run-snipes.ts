import { setTimeout as delay } from 'node:timers/promises'
import type { Arrival } from './house.ts'
import type { LogLine, Program } from './engine-process.ts'
import { addSnipes } from './fixtures.ts'
import { readTicks, stolenSince } from './machine.ts'
import { tell } from './report.ts'
import type { World } from './world.ts'

/** When snipes are due, in ms after the first moment. */
export type Volley = { name: string; dueAfterMs: number[] }

export type Flight = {
  name: string
  snipes: number
  /** From the planned moment of the write to the write, by the engine's own log, to a tenth of a ms. */
  lateMs: number[]
  /** By how much the first byte reached the house before (negative) or after the planned moment, on the house's clock. */
  offPlanMs: number[]
  accepted: number
  /** How much of the processors the host took for others while these were due, in percent; null where that is not told. */
  stolenPercent: number | null
}

const LEAD_S = 2
const SETTLED_AFTER_MS = 1_500
/** Before the first and after the last of a volley: the kernel counts in hundredths of a second. */
const AROUND_MS = 500

/** Puts volleys into the database, lets the engine carry them, and collects what it and the house say about each. */
export async function runSnipes(
  world: World,
  engine: Program,
  bidders: number[],
  { volleys, leadInMs }: { volleys: Volley[]; leadInMs: number },
): Promise<Flight[]> {
  const { house } = world
  const from = Math.ceil(await house.now()) + leadInMs
  const flights = []
  for (const { name, dueAfterMs } of volleys) {
    const plannedAt = dueAfterMs.map((afterMs) => Math.round(from + afterMs))
    const snipes = await addSnipes(world, bidders, { plannedAt, secondsBeforeEnd: LEAD_S })
    flights.push({ name, snipes })
  }
  const stolen = Promise.all(flights.map(({ snipes }) => watchHost(world, snipes)))
  const last = Math.max(...flights.flatMap(({ snipes }) => snipes.map(({ plannedAt }) => plannedAt)))
  await delay(last - (await house.now()) + SETTLED_AFTER_MS)
  const stolenPercents = await stolen

  const fired = new Map<number | undefined, LogLine>()
  for (const line of engine.lines) if (line.msg === 'bid fired' && line.attempt === 1) fired.set(line.bidId, line)
  const arrived = new Map<number | null, Arrival>()
  for (const entry of await house.arrivals()) if (!arrived.has(entry.itemId)) arrived.set(entry.itemId, entry)
  return flights.map(({ name, snipes }, index) => ({
    name,
    stolenPercent: stolenPercents[index] ?? null,
    snipes: snipes.length,
    lateMs: snipes.flatMap(({ bidId }) => fired.get(bidId)?.lateMs ?? []),
    offPlanMs: snipes.flatMap(({ itemId, plannedAt }) => {
      const arrival = arrived.get(itemId)
      return arrival ? arrival.arrivedAt - plannedAt : []
    }),
    accepted: snipes.filter(({ itemId }) => arrived.get(itemId)?.outcome === 'leading').length,
  }))
}

async function watchHost({ house }: World, snipes: { plannedAt: number }[]) {
  const plannedAt = snipes.map((snipe) => snipe.plannedAt)
  await delay(Math.min(...plannedAt) - AROUND_MS - (await house.now()))
  const before = readTicks()
  await delay(Math.max(...plannedAt) + AROUND_MS - (await house.now()))
  return stolenSince(before)
}

export const hostTook = (name: string, stolenPercent: number | null) =>
  tell(`${name}: the host took, %`, stolenPercent ?? 'not told')

export const evenly = (count: number, spanMs: number, fromMs = 0) =>
  Array.from({ length: count }, (_, index) => fromMs + (index * spanMs) / count)

export const together = (count: number, atMs: number) => Array.from({ length: count }, () => atMs)
