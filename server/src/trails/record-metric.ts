import type { api, Body } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { createHourlyQuota } from './create-hourly-quota.ts'

/** Over all callers of all processes, who need no sign-in: together they may fill 100 MB of the disk a day at most. */
const MAX_METRICS_PER_HOUR = 10_000
const HOUR_MS = 3_600_000
const MAX_PAGE_LENGTH = 200

/** Returns a function that stores one measurement of a page, without the account, the address and the page's query. */
export function createMetricLog({ db, clock }: { db: Db; clock: Clock }, mostPerHour = MAX_METRICS_PER_HOUR) {
  const isWithinQuota = createHourlyQuota(clock, mostPerHour)

  return async function recordMetric({ metric, value, url, timestamp, userAgent }: Body<typeof api.reportMetric>) {
    if (!isWithinQuota()) return
    const now = clock.now()
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
