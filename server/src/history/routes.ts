import { api } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { fileRoute, route, type Route } from '../http/route.ts'
import { exportHistory } from './export-history.ts'
import { listHistory } from './list-history.ts'
import { listPastOrders, readInOrders, takeOutOrders } from './read-in-orders.ts'
import { saveSale } from './save-sale.ts'
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
    route(api.saveSale, async ({ caller, params, body }) => ({
      data: await saveSale(ctx, caller.accountId, params.id, body),
    })),
    route(api.listPastOrders, async ({ caller }) => ({ data: await listPastOrders(ctx, caller.accountId) })),
    route(api.readInOrders, async ({ caller, body }) => ({ data: await readInOrders(ctx, caller.accountId, body) })),
    route(api.takeOutOrders, async ({ caller }) => ({ data: await takeOutOrders(ctx, caller.accountId) })),
  ]
}
