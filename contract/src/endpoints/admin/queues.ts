import * as z from 'zod/mini'
import { JobState, MessageState, QueuedJob, QueuedMessage } from '../../admin-queues.ts'
import { AdminReason } from '../../admin.ts'
import { ChannelName } from '../../alerts/alerts.ts'
import type { Endpoint } from '../../endpoint.ts'

const Name = z.string().check(z.minLength(1), z.maxLength(100))
const Cursor = z.optional(z.string().check(z.maxLength(100)))

/** Nothing of what is in a message, and nowhere that it goes to but the account. */
export const listQueuedMessages = {
  method: 'GET',
  path: '/admin/queues/messages',
  access: 'admin',
  scope: 'people',
  summary: 'Messages in one state: those that wait by when they are given up, those that have ended latest first',
  query: z.strictObject({
    state: z.optional(MessageState),
    channel: z.optional(ChannelName),
    kind: z.optional(Name),
    cursor: Cursor,
  }),
  data: z.object({
    messages: z.array(QueuedMessage),
    next_cursor: z.nullable(z.string()),
    /** What waits, by channel and kind. `tried`: those of them that were tried in vain. Counting stops at 10,000. */
    kinds: z.array(z.object({ channel: ChannelName, kind: z.string(), count: z.int(), tried: z.int() })),
  }),
} as const satisfies Endpoint

/** Nothing of what a job is about. */
export const listQueuedJobs = {
  method: 'GET',
  path: '/admin/queues/jobs',
  access: 'admin',
  scope: 'people',
  summary: 'Background jobs in one state, latest first',
  query: z.strictObject({ state: z.optional(JobState), task: z.optional(Name), cursor: Cursor }),
  data: z.object({
    jobs: z.array(QueuedJob),
    next_cursor: z.nullable(z.string()),
    tasks: z.array(z.object({ task: z.string(), waiting: z.int(), later: z.int(), running: z.int(), failed: z.int() })),
  }),
} as const satisfies Endpoint

export const retryJobs = {
  method: 'POST',
  path: '/admin/queues/jobs/retry',
  access: 'admin-proven',
  scope: 'people',
  summary: 'Run the jobs of one task now that have failed for good, 10,000 at most',
  body: z.strictObject({ task: Name, reason: AdminReason }),
  data: z.object({ retried: z.int() }),
} as const satisfies Endpoint
