import { api, type Session } from '@bidwell/contract'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Where the account is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }): Promise<Session[]> => (await call(api.listSessions, { signal })).data.sessions,
})

/** Signs out one other session. */
export const endSessionMutation = mutationOptions({
  mutationKey: ['sessions', 'end'],
  mutationFn: (id: string) => call(api.endSession, { params: { id } }),
  onSuccess: (_reply, id, _result, { client }) => {
    client.setQueryData(sessionsQuery.queryKey, (sessions) => sessions?.filter((session) => session.id !== id))
  },
})

/** Signs out every session but this one. */
export const endOthersMutation = mutationOptions({
  mutationKey: ['sessions', 'end-others'],
  mutationFn: () => call(api.endSessions, { body: { except_this: true } }),
  onSuccess: (_reply, _input, _result, { client }) => {
    client.setQueryData(sessionsQuery.queryKey, (sessions) => sessions?.filter((session) => session.current))
  },
})

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async ({ signal }) => (await call(api.readSecondFactor, { signal })).data,
})

/** The security log of the account, latest first, page by page. */
export const securityLogQuery = infiniteQueryOptions({
  queryKey: ['security-log'],
  queryFn: async ({ pageParam, signal }) =>
    (await call(api.listSecurityEvents, { query: pageParam === null ? {} : { cursor: pageParam }, signal })).data,
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
})
