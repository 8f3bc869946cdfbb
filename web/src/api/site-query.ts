import { api, type SiteInfo } from '@bidwell/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'

/** The auction site that this installation bids on. It never changes while the server runs. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: async ({ signal }) => (await call(api.readSite, { signal })).data,
  staleTime: Infinity,
  gcTime: Infinity,
})

/** The site; undefined until the server has responded. */
export const useSite = (): SiteInfo | undefined => useQuery(siteQuery).data

/** The site's name for use in a sentence; a general term until the server has responded. */
export const useSiteName = (): string => useSite()?.name ?? 'the auction site'
