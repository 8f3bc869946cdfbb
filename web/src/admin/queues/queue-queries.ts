import { api, type ChannelName, type Query } from '@bidwell/contract'
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const EVERY_MS = 10_000

export type MessageFilter = Omit<Query<typeof api.listQueuedMessages>, 'cursor'>
export type JobFilter = Omit<Query<typeof api.listQueuedJobs>, 'cursor'>

const from = (cursor: string | null) => (cursor === null ? {} : { cursor })

/** The messages of one state. */
export const messagesQuery = (filter: MessageFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'queues', 'messages', filter],
    queryFn: async ({ pageParam, signal }) =>
      (await call(api.listQueuedMessages, { query: { ...filter, ...from(pageParam) }, signal })).data,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })

/** The background jobs of one state. */
export const jobsQuery = (filter: JobFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'queues', 'jobs', filter],
    queryFn: async ({ pageParam, signal }) =>
      (await call(api.listQueuedJobs, { query: { ...filter, ...from(pageParam) }, signal })).data,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })

/** What the administrator does with one message or job, or with all of a kind. */
export type QueueAction =
  | { kind: 'retry-message' | 'cancel-message'; id: string }
  | { kind: 'retry-messages'; channel: ChannelName; of: string }
  | { kind: 'retry-job' | 'cancel-job'; id: number }
  | { kind: 'retry-jobs'; task: string }

/** Returns how many were retried; 1 for one. */
async function act(action: QueueAction, reason: string): Promise<number> {
  const body = { reason }
  switch (action.kind) {
    case 'retry-message':
      await call(api.retryMessage, { params: { id: action.id }, body })
      return 1
    case 'cancel-message':
      await call(api.cancelMessage, { params: { id: action.id }, body })
      return 1
    case 'retry-messages':
      return (await call(api.retryMessages, { body: { channel: action.channel, kind: action.of, reason } })).data
        .retried
    case 'retry-job':
      await call(api.retryJob, { params: { id: action.id }, body })
      return 1
    case 'cancel-job':
      await call(api.cancelJob, { params: { id: action.id }, body })
      return 1
    case 'retry-jobs':
      return (await call(api.retryJobs, { body: { task: action.task, reason } })).data.retried
  }
}

export const queueMutation = mutationOptions({
  mutationKey: ['admin', 'queues', 'act'],
  mutationFn: ({ action, reason }: { action: QueueAction; reason: string }) => act(action, reason),
  onSettled: (_data, _error, _action, _result, { client }) => client.invalidateQueries({ queryKey: ['admin'] }),
})
