import type { Run } from '../run-simulation.ts'
import type { Fault, Faults } from './faults.ts'

type Failed = Pick<Run, 'seed' | 'faults' | 'violations'>
type Simulate = (seed: number, options: { faults: Faults }) => Promise<Pick<Run, 'violations'>>

/** Drops the kinds of fault, one by one, without which the seed still breaks one of the same rules. Returns the others. */
export async function shrinkFaults(simulate: Simulate, { seed, faults, violations }: Failed): Promise<Faults> {
  const rules = rulesIn(violations)
  let needed = faults
  for (const fault of faults) {
    const fewer: ReadonlySet<Fault> = new Set([...needed].filter((it) => it !== fault))
    const run = await simulate(seed, { faults: fewer })
    if (!rules.isDisjointFrom(rulesIn(run.violations))) needed = fewer
  }
  return needed
}

const rulesIn = (violations: readonly string[]) => new Set(violations.map((violation) => violation.split(':')[0]))
