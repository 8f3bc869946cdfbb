import { type Connected, fail, type Finding, ok } from '../check.ts'

/** Whether a connection keeps its state: engines hold locks, and all processes listen. */
export async function checkConnection({ sessionFailure }: Connected): Promise<Finding> {
  if (sessionFailure !== null) return fail(sessionFailure, null)
  return ok('a connection keeps its state, so that engines can hold locks')
}
