import { api } from '@bidwell/contract'
import { type Route, route } from '../http/route.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { cancelJob, retryJob, retryJobs } from './act-on-job.ts'
import { cancelMessage, retryMessage, retryMessages } from './act-on-message.ts'
import { listJobs } from './list-jobs.ts'
import { listMessages } from './list-messages.ts'

export const adminQueueRoutes = (deps: { db: Db; clock: Clock }): Route[] => [
  route(api.listQueuedMessages, async ({ query }) => ({ data: await listMessages(deps, query) })),

  route(api.retryMessage, async ({ params, body, ...call }) => {
    await retryMessage(deps, call, { ...params, ...body })
    return { data: {} }
  }),

  route(api.cancelMessage, async ({ params, body, ...call }) => {
    await cancelMessage(deps, call, { ...params, ...body })
    return { data: {} }
  }),

  route(api.retryMessages, async ({ body, ...call }) => ({
    data: { retried: await retryMessages(deps, call, body) },
  })),

  route(api.listQueuedJobs, async ({ query }) => ({ data: await listJobs(deps, query) })),

  route(api.retryJob, async ({ params, body, ...call }) => {
    await retryJob(deps, call, { ...params, ...body })
    return { data: {} }
  }),

  route(api.cancelJob, async ({ params, body, ...call }) => {
    await cancelJob(deps, call, { ...params, ...body })
    return { data: {} }
  }),

  route(api.retryJobs, async ({ body, ...call }) => ({ data: { retried: await retryJobs(deps, call, body) } })),
]
