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

/** What the administrator may do with an account. `days` is for the trial. */
export type UserAction = { id: number; reason: string } & (
  | { kind: 'suspend' | 'reinstate' | 'sign-out' | 'reset-mail' }
  | { kind: 'trial'; days: number }
)

/** Returns the bids that a suspension has not stopped. */
async function send(action: UserAction): Promise<NotStopped[]> {
  const request = { params: { id: action.id }, body: { reason: action.reason } }
  switch (action.kind) {
    case 'suspend':
      return (await call(api.suspendUser, request)).data.not_stopped
    case 'reinstate':
      await call(api.reinstateUser, request)
      return []
    case 'sign-out':
      await call(api.signOutUser, request)
      return []
    case 'reset-mail':
      await call(api.mailReset, request)
      return []
    case 'trial':
      await call(api.setTrialEnd, { ...request, body: { ...request.body, days: action.days } })
      return []
  }
}

export const userMutation = mutationOptions({
  mutationKey: ['admin', 'users', 'act'],
  mutationFn: send,
  onSettled: (_data, _error, _action, _result, { client }) => client.invalidateQueries({ queryKey: ['admin'] }),
})
