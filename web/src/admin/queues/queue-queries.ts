import { api, type Body, type Query } from '@bidwell/contract'
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

export const retryJobsMutation = mutationOptions({
  mutationKey: ['admin', 'queues', 'retry'],
  mutationFn: async (body: Body<typeof api.retryJobs>) => (await call(api.retryJobs, { body })).data.retried,
  onSettled: (_data, _error, _body, _result, { client }) => client.invalidateQueries({ queryKey: ['admin'] }),
})
