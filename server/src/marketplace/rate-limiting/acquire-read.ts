import type { Clock } from '../../platform/clock.ts'
import { neverAborted } from '../../platform/with-timeout.ts'
import type { ReadBudget } from './read-budget.ts'

const POLL_INTERVAL_MS = 250
const TIMEOUT_MS = 10_000

export type ReadGrant = 'granted' | 'no_budget' | 'site_failing'

/** Waits for one read from the site's budget. Leaves the half-open trial of a failing site to other processes. */
export async function acquireRead({ readBudget, clock }: { readBudget: ReadBudget; clock: Clock }): Promise<ReadGrant> {
  const deadline = clock.monotonic() + TIMEOUT_MS
  for (;;) {
    const grant = await readBudget.acquire({ by: 'refresh', upTo: 1 })
    if (grant.kind === 'granted') {
      if (!grant.trial) return 'granted'
      await readBudget.refund(grant)
      return 'site_failing'
    }
    if (grant.reason === 'site') return 'site_failing'
    if (clock.monotonic() + grant.waitMs > deadline) return 'no_budget'
    await clock.sleepUntil(clock.monotonic() + Math.min(grant.waitMs, POLL_INTERVAL_MS), neverAborted)
  }
}
