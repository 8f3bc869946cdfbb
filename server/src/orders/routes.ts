import { api } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { route, type Route } from '../http/route.ts'
import { askForOrders } from './ask-for-orders.ts'
import { listWins, readWin } from './list-wins.ts'
import { readQuoteErrors } from './read-quote-errors.ts'
import { sayPaid } from './say-paid.ts'

export function winRoutes(ctx: Ctx): Route[] {
  return [
    route(api.listWins, async ({ caller }) => ({ data: await listWins(ctx, caller.accountId) })),
    route(api.readWin, async ({ caller, params }) => ({ data: await readWin(ctx, caller.accountId, params.id) })),
    route(api.readQuoteErrors, async ({ caller }) => ({ data: await readQuoteErrors(ctx, caller.accountId) })),
    route(api.sayPaid, async ({ caller, params, body }) => ({
      data: await sayPaid(ctx, caller.accountId, params.id, body),
    })),
    route(api.askForOrders, async ({ caller }) => ({ data: await askForOrders(ctx, caller.accountId) })),
  ]
}
