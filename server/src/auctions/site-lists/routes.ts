import { api } from '@bidwell/contract'
import { route, type Route } from '../../http/route.ts'
import type { Clock } from '../../platform/clock.ts'
import { askForSiteLists } from './ask-for-site-lists.ts'
import { type ListDeps, listSiteLists } from './list-site-lists.ts'

export const siteListRoutes = (deps: ListDeps & { clock: Clock }): Route[] => [
  route(api.readSiteLists, async ({ caller }) => ({ data: await listSiteLists(deps, caller.accountId) })),
  route(api.askForSiteLists, async ({ caller }) => ({ data: await askForSiteLists(deps, caller.accountId) })),
]
