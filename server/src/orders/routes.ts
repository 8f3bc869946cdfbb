import { api } from '@bidwell/contract'
import { route, type Route } from '../http/route.ts'
import { askForOrders } from './ask-for-orders.ts'
import { listWins, readWin, type WinDeps } from './list-wins.ts'
import { readQuoteErrors } from './read-quote-errors.ts'
import { sayPaid } from './say-paid.ts'

export function winRoutes(deps: WinDeps): Route[] {
  return [
    route(api.listWins, async ({ caller }) => ({ data: await listWins(deps, caller.accountId) })),
    route(api.readWin, async ({ caller, params }) => ({ data: await readWin(deps, caller.accountId, params.id) })),
    route(api.readQuoteErrors, async ({ caller }) => ({ data: await readQuoteErrors(deps, caller.accountId) })),
    route(api.sayPaid, async ({ caller, params, body }) => ({
      data: await sayPaid(deps, caller.accountId, params.id, body),
    })),
    route(api.askForOrders, async ({ caller }) => ({ data: await askForOrders(deps, caller.accountId) })),
  ]
}
