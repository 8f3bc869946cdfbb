import { api, type SiteInfo, type SiteTime } from '@bidwell/contract'
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

const POLL_INTERVAL_MS = 15_000
const BACKING_OFF_POLL_INTERVAL_MS = 5_000

/** The health of the auction site, polled; more often while the site does not respond. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: async ({ signal }) => (await call(api.readHealth, { signal })).data,
  refetchInterval: ({ state: { data } }) =>
    data?.site.state === 'backing_off' ? BACKING_OFF_POLL_INTERVAL_MS : POLL_INTERVAL_MS,
  staleTime: 0,
})

/** The auction site's time, as measured by the server; null when the server does not respond. */
export const readSiteTime = async (): Promise<SiteTime | null> =>
  (await call(api.readClock).catch(() => null))?.data ?? null

/** How to reach the operator, and where mails are shown. It never changes while the server runs. */
export const operatorQuery = queryOptions({
  queryKey: ['operator'],
  queryFn: async ({ signal }) => (await call(api.readOperator, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})
