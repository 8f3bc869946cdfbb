import { api } from '@bidwell/contract'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { KEYS } from '../cache/query-keys.ts'
import { refetchIfFetching } from '../cache/reads.ts'
import { toastError } from '../ui/overlays/toasts.tsx'

const LIST_KEY = 'notifications'

/** How many notifications are unread. Read once; the event stream then sends each change. */
export const unreadQuery = queryOptions({
  queryKey: KEYS.unread,
  queryFn: async ({ signal }) => (await call(api.countUnread, { signal })).data.unread,
  staleTime: Infinity,
})

/** Puts a count from the server into the cache, and reads again what notifications tell of: the open list, and bids that wait for a tap. */
export function setUnread(client: QueryClient, unread: number) {
  client.setQueryData(unreadQuery.queryKey, unread)
  refetchIfFetching(client, unreadQuery.queryKey)
  void client.invalidateQueries({ queryKey: [LIST_KEY] })
  void client.invalidateQueries({ queryKey: KEYS.waitingBids })
}

type Filter = { kinds: readonly string[] | null; onlyUnread: boolean }

export const ALL: Filter = { kinds: null, onlyUnread: false }

/** The user's notifications, latest first, page by page. */
export const notificationsQuery = ({ kinds, onlyUnread }: Filter) =>
  infiniteQueryOptions({
    queryKey: [LIST_KEY, kinds, onlyUnread],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        ...(kinds !== null && { kind: kinds.join(',') }),
        ...(onlyUnread && { unread: 'true' }),
        ...(pageParam !== null && { cursor: pageParam }),
      }
      return (await call(api.listNotifications, { query, signal })).data
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })

export const markReadMutation = mutationOptions({
  mutationKey: [LIST_KEY, 'read'],
  mutationFn: async (id: number) => (await call(api.markRead, { params: { id } })).data.unread,
  onSuccess: (unread, _id, _result, { client }) => setUnread(client, unread),
  onError: (error) => toastError(messageOf(error)),
})

export const markAllReadMutation = mutationOptions({
  mutationKey: [LIST_KEY, 'read-all'],
  mutationFn: async (upTo: number) => (await call(api.markAllRead, { body: { up_to: upTo } })).data.unread,
  onSuccess: (unread, _upTo, _result, { client }) => setUnread(client, unread),
  onError: (error) => toastError(messageOf(error)),
})
