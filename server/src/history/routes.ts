import { api } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { fileRoute, route, type Route } from '../http/route.ts'
import { exportHistory } from './export-history.ts'
import { listHistory } from './list-history.ts'
import { totalHistory } from './total-history.ts'

export function historyRoutes(ctx: Ctx): Route[] {
  return [
    route(api.listHistory, async ({ caller, query }) => ({
      data: await listHistory(ctx, caller.accountId, query),
    })),
    route(api.totalHistory, async ({ caller, query }) => ({
      data: await totalHistory(ctx, caller.accountId, query),
    })),
    fileRoute(api.exportHistory, ({ caller, query }) => exportHistory(ctx, caller.accountId, query)),
  ]
}
