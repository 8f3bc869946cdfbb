import type { Log } from '../../platform/log.ts'
import type { SiteState } from './read-budget.ts'

/** One line whenever the site fails anew or answers again, from the process that saw it. */
export function logSiteState(log: Log, { state, since, because, failures, nextTryAt }: SiteState): void {
  if (state === 'ok') return log.info('the site answers again')
  log.warn({ because, failures, since: iso(since), nextTryAt: iso(nextTryAt) }, 'the site is in fault: reads wait')
}

const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())
