import { api, CLIENT_CACHE, type ConnectionStatus, type SiteCredentials } from '@bidwell/contract'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { KEYS } from '../cache/query-keys.ts'
import { refetchIfFetching } from '../cache/reads.ts'

const params = { provider: 'shopgoodwill' } as const

/** The status of the user's login for the auction site. The event stream keeps it up to date. */
export const connectionQuery = queryOptions({
  queryKey: KEYS.connection,
  queryFn: async ({ signal }): Promise<ConnectionStatus> => (await call(api.readCredentialsStatus, { signal })).data,
  staleTime: CLIENT_CACHE.userTtlMs,
})

/** Puts a status from the server into the cache. */
export function setConnectionStatus(client: QueryClient, status: ConnectionStatus) {
  client.setQueryData(connectionQuery.queryKey, status)
  refetchIfFetching(client, connectionQuery.queryKey)
}

export const storeSiteLogin = async (body: SiteCredentials) => (await call(api.storeCredentials, { params, body })).data
export const removeSiteLogin = async () => (await call(api.removeCredentials, { params })).data

export const renewTokenMutation = mutationOptions({
  mutationKey: ['connection', 'renew'],
  mutationFn: async () => (await call(api.renewToken, { params, body: {} })).data,
  // The site may have refused the login, and every page says so then.
  onError: (_error, _given, _result, { client }) => client.invalidateQueries({ queryKey: KEYS.connection }),
  onSuccess: (status, _given, _result, { client }) => setConnectionStatus(client, status),
})
