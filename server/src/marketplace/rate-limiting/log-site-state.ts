import type { Log } from '../../platform/log.ts'
import type { SiteState } from './read-budget.ts'

/** Logs one line when the site fails, fails again, or recovers, in the process that saw it. */
export function logSiteState(log: Log, { state, since, failureKind, failures, nextTryAt }: SiteState): void {
  if (state === 'ok') return log.info('the site answers again')
  log.warn(
    { failureKind, failures, since: iso(since), nextTryAt: iso(nextTryAt) },
    'the site is failing: reads are paused',
  )
}

const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())
