import type { api, Body } from '@bidwell/contract'
import type { Db } from '../platform/database/tables.ts'
import { createHourlyQuota, type QuotaDeps } from './create-hourly-quota.ts'

export type MetricDeps = QuotaDeps & {
  db: Db
  /** Over all callers of all processes; further metrics are dropped. */
  maxMetricsPerHour?: number
}

/** Callers need no sign-in, so all of them together may fill this much of the disk: 100 MB a day at most. */
const MAX_METRICS_PER_HOUR = 10_000
const HOUR_MS = 3_600_000
const MAX_PAGE_LENGTH = 200

/** Returns a function that stores one measurement of a page, without the account, the address and the page's query. */
export function createMetricLog({ db, maxMetricsPerHour = MAX_METRICS_PER_HOUR, ...deps }: MetricDeps) {
  const isWithinQuota = createHourlyQuota(deps, maxMetricsPerHour)

  return async function recordMetric({ metric, value, url, timestamp, userAgent }: Body<typeof api.reportMetric>) {
    if (!isWithinQuota()) return
    const now = deps.clock.now()
    await db
      .insertInto('performance_metrics')
      .values({
        metric,
        value,
        page: pageOf(url),
        user_agent: userAgent,
        measured_at: new Date(Math.min(now, Math.max(timestamp, now - HOUR_MS))),
        at: new Date(now),
      })
      .execute()
  }
}

/** The path of an address, with `:id` in place of each number: a bid's receipt would otherwise name the bid. */
const pageOf = (url: string): string =>
  new URL(url).pathname.replace(/\/\d+(?=\/|$)/g, '/:id').slice(0, MAX_PAGE_LENGTH) || '/'
