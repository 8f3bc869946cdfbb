import { api } from '@bidwell/contract'
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

function send(action: UserAction) {
  const request = { params: { id: action.id }, body: { reason: action.reason } }
  switch (action.kind) {
    case 'suspend':
      return call(api.suspendUser, request)
    case 'reinstate':
      return call(api.reinstateUser, request)
    case 'sign-out':
      return call(api.signOutUser, request)
    case 'reset-mail':
      return call(api.mailReset, request)
    case 'trial':
      return call(api.setTrialEnd, { ...request, body: { ...request.body, days: action.days } })
  }
}

export const userMutation = mutationOptions({
  mutationKey: ['admin', 'users', 'act'],
  mutationFn: (action: UserAction): Promise<unknown> => send(action),
  networkMode: 'always',
  onSettled: (_data, _error, _action, _result, { client }) => client.invalidateQueries({ queryKey: ['admin'] }),
})
