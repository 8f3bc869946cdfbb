import { firstDeadline, horizonOf, type Problem, signaturesOf } from './problem.ts'

/** What the user saw when collapsing the problems: which they were, and how near the first deadline was. */
export type Collapse = { signatures: readonly string[]; horizon: number }

export const collapseOf = (problems: readonly Problem[], now: number): Collapse => ({
  signatures: signaturesOf(problems),
  horizon: horizonOf(firstDeadline(problems), now),
})

/** Whether the problems stay collapsed: none of them is new, and the first deadline is not nearer than it was. */
export function isCollapsed(collapse: Collapse | null, problems: readonly Problem[], now: number): boolean {
  if (collapse === null) return false
  const { signatures, horizon } = collapseOf(problems, now)
  return horizon >= collapse.horizon && signatures.every((signature) => collapse.signatures.includes(signature))
}

/** The collapse once some problems have gone, so that they are new when they come back. Null: nothing is collapsed any more. */
export function followProblems(collapse: Collapse | null, problems: readonly Problem[], now: number): Collapse | null {
  return problems.length > 0 && isCollapsed(collapse, problems, now) ? collapseOf(problems, now) : null
}

export function parseCollapse(stored: string): Collapse | null {
  const [horizon, ...signatures] = stored.split(',')
  return horizon === undefined || horizon === '' ? null : { horizon: Number(horizon), signatures }
}

export const formatCollapse = (collapse: Collapse | null): string =>
  collapse === null ? '' : [collapse.horizon, ...collapse.signatures].join(',')
