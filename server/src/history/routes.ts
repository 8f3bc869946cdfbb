import { api } from '@bidwell/contract'
import { fileRoute, route, type Route } from '../http/route.ts'
import type { Clock } from '../platform/clock.ts'
import type { Reads } from '../platform/database/open-reads.ts'
import { exportHistory } from './export-history.ts'
import { type HistoryDeps, listHistory } from './list-history.ts'
import { totalHistory } from './total-history.ts'

type Deps = Omit<HistoryDeps, 'db'> & { clock: Clock; reads: Reads }

export function historyRoutes(deps: Deps): Route[] {
  const { reads, marketplace } = deps
  return [
    route(api.listHistory, async ({ caller, query }) => ({
      data: await reads.fresh((db) => listHistory({ db, marketplace }, caller.accountId, query)),
    })),
    route(api.totalHistory, async ({ caller, query }) => ({
      data: await reads.fresh((db) => totalHistory({ db }, caller.accountId, query)),
    })),
    fileRoute(api.exportHistory, ({ caller, query }) => exportHistory(deps, caller.accountId, query)),
  ]
}
