import { setTimeout as delay } from 'node:timers/promises'
import { killEngine, type Program, startEngineProcess } from '../start-program.ts'
import type { Testbed } from '../testbed.ts'

export type FaultInjection = AsyncDisposable & { kills: number; restarts: number; bursts: number }

const ENGINES = 2
const KILL_AFTER_MS = { min: 3_000, max: 7_000 }
const DATABASE_AWAY_MS = { min: 500, max: 2_500 }
const BURST_INTERVAL_MS = 15_000
const READS_PER_BURST = 20
const RESTART_DELAY_MS = 200

/**
 * Starts two engines. Until `endsAt` (monotonic ms) it kills and replaces one every few seconds, stops or crashes the
 * database `restarts` times, and makes reads at the site fail in bursts. Both engines then run until disposal.
 */
export async function injectFaults(
  testbed: Testbed,
  { endsAt, restarts }: { endsAt: number; restarts: number },
): Promise<FaultInjection> {
  await using stack = new AsyncDisposableStack()
  const start = async () => stack.use(await startEngineProcess(testbed))
  const engines: (Program | null)[] = await Promise.all(Array.from({ length: ENGINES }, start))
  const replacing: Promise<void>[] = []
  const done = { kills: 0, restarts: 0, bursts: 0 }
  const isOver = () => performance.now() >= endsAt

  async function killEngines() {
    while (!isOver()) {
      await sleepUntil(Math.min(endsAt, performance.now() + between(KILL_AFTER_MS)))
      const slot = Math.floor(Math.random() * ENGINES)
      const engine = engines[slot]
      // Bids are promised only while one engine runs, so the last one is not killed.
      if (!engine || engines.includes(null) || isOver()) continue
      await killEngine(engine)
      done.kills += 1
      engines[slot] = null
      replacing.push(replace(slot))
    }
  }

  /** An engine does not start without the database, so the start is retried, as the supervisor does. */
  async function replace(slot: number) {
    while (!engines[slot]) {
      engines[slot] = await start().catch(() => null)
      await delay(RESTART_DELAY_MS)
    }
  }

  async function restartDatabase() {
    const intervalMs = (endsAt - performance.now()) / (restarts + 1)
    for (; done.restarts < restarts; done.restarts++) {
      await delay(intervalMs)
      await testbed.restartDatabase(done.restarts === 0 ? 'SIGINT' : 'SIGQUIT', between(DATABASE_AWAY_MS))
    }
  }

  async function failReads() {
    while (performance.now() + BURST_INTERVAL_MS < endsAt) {
      await delay(BURST_INTERVAL_MS)
      done.bursts += 1
      const endpoint = 'ItemDetail/GetItemDetailModelByItemId/*'
      for (const fault of READ_FAULTS) {
        await testbed.auctionHouse.control('POST', '/faults', { ...fault, endpoint, times: READS_PER_BURST })
      }
    }
  }

  await Promise.all([killEngines(), restartDatabase(), failReads()])
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

/** Faults for the first bid on an auction. */
export const BID_FAULTS = [
  { kind: 'cut', when: 'before' },
  { kind: 'cut', when: 'after' },
  { kind: 'status', status: 502, when: 'before' },
  { kind: 'status', status: 503, when: 'after' },
  { kind: 'truncated' },
  { kind: 'hang', when: 'after' },
]

const between = ({ min, max }: { min: number; max: number }) => min + Math.random() * (max - min)
