import { UNCERTAIN_MS, TAKEOVER_MS } from './faults/fault-windows.ts'
import { classifyBid } from './rules/classify-bid.ts'
import { checkEnd } from './rules/end-rules.ts'
import { removeAbortListeners } from './run-simulation.ts'
import { addSnipe, isAllSettled, openWorld } from './world/open-world.ts'
import { killEngine, startEngine } from './world/start-engine.ts'
import type { CallOutcome, VirtualProcess } from './world/virtual-process.ts'
import type { RunningProcess, World } from './world/world.ts'

/** How a call goes wrong. `crash_before` and `crash_after` end the process before or after the call takes effect. */
export const MISHAPS = ['fails', 'hangs', 'unknown', 'crash_before', 'crash_after'] as const
export type Mishap = (typeof MISHAPS)[number]

/** Which call of the first engine to the outside goes wrong, counted from 1, and how; null: none does. */
export type SweepCase = { nth: number; mishap: Mishap } | null
export type SweepRun = { calls: number; call: string; violations: string[]; lost: string[] }

const LATENCY_MS = { store: 2, journal: 1, site: 40 } as const
const MAX_RUN_MS = 15 * 60_000

/** Runs three snipes and two engines, with one call that goes wrong. The second engine starts once the first holds all. */
export async function sweepOnce(chosen: SweepCase): Promise<SweepRun> {
  const world = openWorld({ seed: 1 })
  const { time, database } = world
  for (const endsInMs of [14_000, 16_000, 21_000]) {
    const { bid } = addSnipe(world, { endsInMs, leadMs: 5_000 })
    world.faultWindows.note(bid.bidId, { from: -Infinity, to: 4_500, reason: 'it came late' })
  }
  const first = startEngine(world, 'east')
  time.at(2_500, () => void startEngine(world, 'west'))
  const counted = spoilOneCall(world, first, chosen)

  while (!isAllSettled(world) && time.now() < MAX_RUN_MS) await time.runTo(time.now() + 1_000)
  removeAbortListeners()
  const classes = [...database.bids.values()].map((bid) => classifyBid(world, bid))
  const lost = classes.flatMap((bidClass) => (bidClass.kind === 'unavoidable' ? [bidClass.reason] : []))
  return { ...counted, violations: [...world.violations, ...checkEnd(world, { isMended: true })], lost }
}

/** The rules that are broken when one call ends so, for every `everyNth` call in its turn. */
export async function failuresAtCalls(mishap: Mishap, { everyNth }: { everyNth: number }): Promise<string[]> {
  const { calls } = await sweepOnce(null)
  const failed: string[] = []
  // Each mishap begins at another call, so that together they meet all.
  for (let nth = 1 + (MISHAPS.indexOf(mishap) % everyNth); nth <= calls; nth += everyNth) {
    const { violations, call } = await sweepOnce({ nth, mishap })
    failed.push(...violations.map((violation) => `call ${nth} (${call}): ${violation}`))
  }
  return failed
}

/** Counts the calls of an engine to the outside, and lets the chosen one go wrong. */
function spoilOneCall(world: World, engine: RunningProcess, chosen: SweepCase) {
  const counted = { calls: 0, call: '' }
  function mishapOf(process: VirtualProcess, call: string): Mishap | null {
    if (process !== engine.process) return null
    counted.calls += 1
    if (counted.calls !== chosen?.nth) return null
    counted.call = call
    if (chosen.mishap.startsWith('crash')) crash(world, engine)
    return chosen.mishap
  }
  world.overrides.call = (call, process) => outcomeOf(call, mishapOf(process, call))
  world.overrides.bid = (_, process) => {
    const mishap = mishapOf(process, 'bid')
    const latency = { outMs: LATENCY_MS.site, backMs: LATENCY_MS.site }
    if (mishap === 'hangs') return { ...latency, kind: 'lost', backMs: 20_000 }
    if (mishap === 'crash_before' || mishap === 'fails') return { ...latency, kind: 'not_sent' }
    return { ...latency, kind: mishap === 'unknown' ? 'answer_lost' : 'fine' }
  }
  return counted
}

const CALL_OUTCOMES = {
  crash_before: 'hangs',
  crash_after: 'unanswered',
  fails: 'fails',
  hangs: 'hangs',
  unknown: 'unknown',
} as const

function outcomeOf(call: string, mishap: Mishap | null): CallOutcome {
  const [part = ''] = call.split('.')
  const latencyMs = part === 'store' || part === 'journal' ? LATENCY_MS[part] : LATENCY_MS.site
  return { outMs: latencyMs, backMs: latencyMs, kind: mishap === null ? 'fine' : CALL_OUTCOMES[mishap] }
}

/** Kills an engine and starts it again a second later. The other engine sees its death. */
function crash(world: World, victim: RunningProcess) {
  const { time, faultWindows } = world
  faultWindows.note(null, {
    from: time.now(),
    to: time.now() + TAKEOVER_MS.seen + UNCERTAIN_MS,
    reason: 'its engine died',
  })
  killEngine(world, victim)
  time.at(time.now() + 1_000, () => void startEngine(world, victim.machine))
}
