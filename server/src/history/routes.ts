import { api } from '@bidwell/contract'
import { fileRoute, route, type Route } from '../http/route.ts'
import type { Clock } from '../platform/clock.ts'
import { exportHistory } from './export-history.ts'
import { type HistoryDeps, listHistory } from './list-history.ts'
import { totalHistory } from './total-history.ts'

type Deps = HistoryDeps & { clock: Clock }

export function historyRoutes(deps: Deps): Route[] {
  return [
    route(api.listHistory, async ({ caller, query }) => ({
      data: await listHistory(deps, caller.accountId, query),
    })),
    route(api.totalHistory, async ({ caller, query }) => ({
      data: await totalHistory(deps, caller.accountId, query),
    })),
    fileRoute(api.exportHistory, ({ caller, query }) => exportHistory(deps, caller.accountId, query)),
  ]
}
