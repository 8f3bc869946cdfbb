import { api, type GoogleSettings } from '@bidwell/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Well within the hour for which a nonce is valid. */
const NONCE_FRESH_MS = 30 * 60_000

export const googleSettingsQuery = queryOptions({
  queryKey: ['google-settings'],
  queryFn: async ({ signal }) => (await call(api.readGoogleSettings, { signal })).data,
  staleTime: NONCE_FRESH_MS,
  // A tab that was left open renews the nonce before it is used.
  refetchInterval: NONCE_FRESH_MS,
})

/** What Google's button needs; null where signing in with Google is not set up, and until the server has answered. */
export const useGoogleSettings = (): GoogleSettings | null => useQuery(googleSettingsQuery).data ?? null
