import { readSite, type SiteInfo } from '@bidwell/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'

/** Which auction site this installation bids on; it does not change while the server runs. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: async ({ signal }) => (await call(readSite, { signal })).data,
  staleTime: Infinity,
  gcTime: Infinity,
})

/** The site, or undefined until it is known. */
export const useSite = (): SiteInfo | undefined => useQuery(siteQuery).data

/** What to call the site in a sentence, also before its name is known. */
export const useSiteName = (): string => useSite()?.name ?? 'the auction site'
