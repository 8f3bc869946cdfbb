import { setTimeout as delay } from 'node:timers/promises'
import { killHard, type Program, startEngineProcess } from './engine-process.ts'
import type { World } from './world.ts'

export type Storm = AsyncDisposable & { kills: number; restarts: number; bursts: number }

const ENGINES = 2
const KILL_AFTER_MS = { least: 3_000, most: 7_000 }
const DATABASE_AWAY_MS = { least: 500, most: 2_500 }
const BURST_EVERY_MS = 15_000
const READS_STRUCK = 20
const START_AGAIN_MS = 200

/**
 * Two engines of which one is killed every few seconds and replaced at once, a database that goes away so many times
 * (stopped by an operator, then crashed), and bursts of fault at the site; until `endsAt` by the monotonic clock.
 * Afterwards both engines run on, until disposed.
 */
export async function raiseStorm(
  world: World,
  { endsAt, restarts }: { endsAt: number; restarts: number },
): Promise<Storm> {
  await using stack = new AsyncDisposableStack()
  const start = async () => stack.use(await startEngineProcess(world))
  const engines: (Program | null)[] = await Promise.all(Array.from({ length: ENGINES }, start))
  const replacing: Promise<void>[] = []
  const done = { kills: 0, restarts: 0, bursts: 0 }
  const isOver = () => performance.now() >= endsAt

  async function killEngines() {
    while (!isOver()) {
      await sleepUntil(Math.min(endsAt, performance.now() + between(KILL_AFTER_MS)))
      const place = Math.floor(Math.random() * ENGINES)
      const engine = engines[place]
      // The promise is that a bid leaves while one engine is alive, so the last one is spared.
      if (!engine || engines.includes(null) || isOver()) continue
      await killHard(engine)
      done.kills += 1
      engines[place] = null
      replacing.push(replace(place))
    }
  }

  /** An engine does not start while the database is away: it is tried again, as the supervisor does. */
  async function replace(place: number) {
    while (!engines[place]) {
      engines[place] = await start().catch(() => null)
      await delay(START_AGAIN_MS)
    }
  }

  async function restartDatabase() {
    const apart = (endsAt - performance.now()) / (restarts + 1)
    for (; done.restarts < restarts; done.restarts++) {
      await delay(apart)
      await world.restartDatabase(done.restarts === 0 ? 'SIGINT' : 'SIGQUIT', between(DATABASE_AWAY_MS))
    }
  }

  async function troubleReads() {
    while (performance.now() + BURST_EVERY_MS < endsAt) {
      await delay(BURST_EVERY_MS)
      done.bursts += 1
      for (const endpoint of ['ItemBid/ShowBidModal', 'ItemDetail/GetItemDetailModelByItemId']) {
        for (const fault of READ_FAULTS) {
          await world.house.control('POST', '/faults', { ...fault, endpoint, times: READS_STRUCK })
        }
      }
    }
  }

  await Promise.all([killEngines(), restartDatabase(), troubleReads()])
  await Promise.all(replacing)
  const owned = stack.move()
  return { ...done, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const sleepUntil = (instant: number) => delay(Math.max(0, instant - performance.now()))

const READ_FAULTS = [
  { kind: 'status', status: 503, rate: 0.5 },
  { kind: 'cut', when: 'before', rate: 0.3 },
  { kind: 'garbage', rate: 0.2 },
]

/** What the way of a bid itself may meet, once for a lot. */
export const BID_FAULTS = [
  { kind: 'cut', when: 'before' },
  { kind: 'cut', when: 'after' },
  { kind: 'status', status: 502, when: 'before' },
  { kind: 'status', status: 503, when: 'after' },
  { kind: 'truncated' },
  { kind: 'hang', when: 'after' },
]

const between = ({ least, most }: { least: number; most: number }) => least + Math.random() * (most - least)
