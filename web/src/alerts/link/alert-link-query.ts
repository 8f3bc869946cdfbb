import { api } from '@bidwell/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** What the link of an alert would do. Reading it changes nothing. */
export const alertLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['alert-link', token],
    queryFn: async ({ signal }) => (await call(api.readAlertLink, { query: { token }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Does what the link says, for whoever holds it. */
export const followAlertLinkMutation = mutationOptions({
  mutationKey: ['alert-link', 'follow'],
  mutationFn: async (token: string) => (await call(api.followAlertLink, { body: { token } })).data,
  networkMode: 'always',
})
