import { api } from '@bidwell/contract'
import type { FactsDeps } from '../health/read-facts.ts'
import { type Route, route } from '../http/route.ts'
import type { PauseDeps } from '../pauses/await-release.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { clearAlarm } from './clear-alarm.ts'
import { listBidsOfAll } from './list-bids-of-all.ts'
import { listJobs } from './list-jobs.ts'
import { listMessages } from './list-messages.ts'
import { readPauseReach, setPauseForAll } from './pause-for-all.ts'
import { readOverview } from './read-overview.ts'
import { retryJobs } from './retry-jobs.ts'

type InstallationDeps = FactsDeps & PauseDeps

export const adminInstallationRoutes = (deps: InstallationDeps): Route[] => [
  ...queueRoutes(deps),

  route(api.readOverview, async () => ({ data: await readOverview(deps) })),

  route(api.listBidsOfAll, async ({ query }) => ({
    data: { bids: await listBidsOfAll(deps, query.of ?? 'trouble') },
  })),

  route(api.readPauseReach, async () => ({ data: await readPauseReach(deps) })),

  route(api.setPauseForAll, async ({ body, ...call }) => ({
    data: { not_stopped: await setPauseForAll(deps, call, body) },
  })),

  route(api.clearAlarm, async ({ body, ...call }) => {
    await clearAlarm(deps.db, call, body)
    return { data: {} }
  }),
]

const queueRoutes = (deps: { db: Db; clock: Clock }): Route[] => [
  route(api.listQueuedMessages, async ({ query }) => ({ data: await listMessages(deps, query) })),

  route(api.listQueuedJobs, async ({ query }) => ({ data: await listJobs(deps, query) })),

  route(api.retryJobs, async ({ body, ...call }) => ({ data: { retried: await retryJobs(deps, call, body) } })),
]
