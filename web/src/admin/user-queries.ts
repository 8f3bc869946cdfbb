import { api, type NotStopped } from '@bidwell/contract'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** All users, latest first, or those that a search finds. */
export const usersQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'users', q],
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await call(api.listUsers, { query: { ...(q !== '' && { q }), ...(cursor !== null && { cursor }) }, signal }))
        .data,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'user', id],
    queryFn: async ({ signal }) => (await call(api.readUser, { params: { id }, signal })).data,
  })

/** What the administrator may do with an account. */
export type UserAction = { id: number; reason: string; kind: 'suspend' | 'reinstate' }

/** Returns the bids that a suspension has not stopped. */
async function send({ id, reason, kind }: UserAction): Promise<NotStopped[]> {
  const request = { params: { id }, body: { reason } }
  if (kind === 'suspend') return (await call(api.suspendUser, request)).data.not_stopped
  await call(api.reinstateUser, request)
  return []
}

export const userMutation = mutationOptions({
  mutationKey: ['admin', 'users', 'act'],
  mutationFn: send,
  onSettled: (_data, _error, _action, _result, { client }) => client.invalidateQueries({ queryKey: ['admin'] }),
})
