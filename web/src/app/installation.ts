import type { api, Data, Pricing, SiteInfo } from '@bidwell/contract'
import { operatorQuery, siteQuery } from '../api/installation-queries.ts'
import { queryClient } from '../cache/query-client.ts'
import { pricingQuery } from '../plans/plan-queries.ts'

/** What the public pages say about this installation. `pricing` is null where there are no plans. */
export type Installation = { site: SiteInfo; operator: Data<typeof api.readOperator>; pricing: Pricing | null }

/** The id of the element that holds it, as JSON, in a page that the server has rendered. */
export const INSTALLATION_ID = 'installation'

/** What this page was rendered with; null for a page that was not rendered. The server has checked it against the contract. */
export function readInstallation(): Installation | null {
  const text = document.getElementById(INSTALLATION_ID)?.textContent
  return text === undefined ? null : JSON.parse(text)
}

/** Puts it where the pages look for it, as if the server had just answered. */
export function keepInstallation({ site, operator, pricing }: Installation) {
  queryClient.setQueryData(siteQuery.queryKey, site)
  queryClient.setQueryData(operatorQuery.queryKey, operator)
  if (pricing !== null) queryClient.setQueryData(pricingQuery.queryKey, pricing)
}
