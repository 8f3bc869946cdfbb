import type { Run } from './run-simulation.ts'
import type { Trouble, Troubles } from './troubles.ts'

type Failed = Pick<Run, 'seed' | 'troubles' | 'violations'>
type Simulate = (seed: number, options: { troubles: Troubles }) => Promise<Pick<Run, 'violations'>>

/** The fewest kinds of trouble, taken away one by one, with which the seed still breaks one of the rules it broke. */
export async function shrinkTroubles(simulate: Simulate, { seed, troubles, violations }: Failed): Promise<Troubles> {
  const rules = rulesIn(violations)
  let needed = troubles
  for (const trouble of troubles) {
    const fewer: ReadonlySet<Trouble> = new Set([...needed].filter((it) => it !== trouble))
    const run = await simulate(seed, { troubles: fewer })
    if (!rules.isDisjointFrom(rulesIn(run.violations))) needed = fewer
  }
  return needed
}

const rulesIn = (violations: readonly string[]) => new Set(violations.map((violation) => violation.split(':')[0]))
