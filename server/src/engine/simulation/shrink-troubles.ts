import type { Run } from './run-simulation.ts'
import { runSimulation } from './run-simulation.ts'
import type { Trouble, Troubles } from './troubles.ts'

export const rulesBroken = ({ violations }: Pick<Run, 'violations'>): Set<string> =>
  new Set(violations.map((violation) => violation.split(':')[0] ?? ''))

/** The fewest kinds of trouble, taken away one by one, with which the seed still breaks one of the rules it broke. */
export async function shrinkTroubles(seed: number, { troubles, violations }: Run): Promise<Troubles> {
  const rules = rulesBroken({ violations })
  let needed = troubles
  for (const trouble of troubles) {
    const fewer: ReadonlySet<Trouble> = new Set([...needed].filter((it) => it !== trouble))
    const run = await runSimulation(seed, { troubles: fewer })
    if (!rules.isDisjointFrom(rulesBroken(run))) needed = fewer
  }
  return needed
}
