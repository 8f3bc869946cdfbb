import { forgetTheDead } from './run-simulation.ts'
import { type OpenWorld, openWorld, type RunningProcess } from './world/open-world.ts'
import { checkEnd, outcomeOfBid } from './rules.ts'
import { DOUBT_MS, TAKEOVER_MS } from './faults/fault-windows.ts'
import type { CallOutcome, VirtualProcess } from './world/virtual-process.ts'

/** What becomes of the one call: `crash_before` and `crash_after` end the process, with the call not done or done. */
export const MISHAPS = ['fails', 'hangs', 'unknown', 'crash_before', 'crash_after'] as const
export type Mishap = (typeof MISHAPS)[number]

/** Which call of the first engine to the outside goes wrong, counted from 1, and how; null lets all go well. */
export type SweepCase = { nth: number; mishap: Mishap } | null
export type SweepRun = { calls: number; call: string; violations: string[]; lost: string[] }

const WAYS = { store: 2, journal: 1, site: 40 } as const
const OVER_MS = 15 * 60_000

/** Three snipes and two engines, of which the second starts when the first holds all, and one call that goes wrong. */
export async function sweepOnce(chosen: SweepCase): Promise<SweepRun> {
  const it = openWorld({ seed: 1 })
  const { time, store } = it
  const snipes = [14_000, 16_000, 21_000].map((endsInMs) => it.snipe({ endsInMs, leadMs: 5_000 }))
  for (const { bid } of snipes) it.faultWindows.note(bid.bidId, { from: -Infinity, to: 4_500, why: 'it came late' })
  const first = it.start('east')
  time.at(2_500, () => void it.start('west'))
  const run = { calls: 0, call: '' }

  function isTheOne(process: VirtualProcess, call: string): Mishap | null {
    if (process !== first.process) return null
    run.calls += 1
    if (run.calls !== chosen?.nth) return null
    run.call = call
    if (chosen.mishap.startsWith('crash')) crash(it, first)
    return chosen.mishap
  }
  it.meddle.call = (call, process) => {
    const mishap = isTheOne(process, call)
    return outcomeOf(call, mishap)
  }
  it.meddle.bid = (_, process) => {
    const mishap = isTheOne(process, 'bid')
    const way = { outMs: 40, backMs: 40 }
    if (mishap === 'hangs') return { ...way, kind: 'lost', backMs: 20_000 }
    if (mishap === 'crash_before' || mishap === 'fails') return { ...way, kind: 'not_sent' }
    return { ...way, kind: mishap === 'unknown' ? 'unheard' : 'fine' }
  }

  while (!it.allSettled() && time.now() < OVER_MS) await time.runTo(time.now() + 1_000)
  forgetTheDead()
  const outcomes = [...store.bids.values()].map((bid) => outcomeOfBid(it.world, bid))
  const lost = outcomes.flatMap(({ kind, why }) => (kind === 'unavoidable' ? [why] : []))
  return { ...run, violations: [...it.violations, ...checkEnd(it.world, { isCalm: true })], lost }
}

function outcomeOf(call: string, mishap: Mishap | null): CallOutcome {
  const [part = ''] = call.split('.')
  const wayMs = part === 'store' || part === 'journal' ? WAYS[part] : WAYS.site
  const kinds = {
    crash_before: 'hangs',
    crash_after: 'mute',
    fails: 'fails',
    hangs: 'hangs',
    unknown: 'unknown',
  } as const
  return { outMs: wayMs, backMs: wayMs, kind: mishap === null ? 'fine' : kinds[mishap] }
}

/** Dead, and started again a second later; the other engine sees it. */
function crash(it: OpenWorld, victim: RunningProcess) {
  const { time, faultWindows } = it
  faultWindows.note(null, { from: time.now(), to: time.now() + TAKEOVER_MS.seen + DOUBT_MS, why: 'its engine died' })
  it.kill(victim)
  time.at(time.now() + 1_000, () => void it.start(victim.machine))
}
