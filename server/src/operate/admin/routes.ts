import { api } from '@bidwell/contract'
import type { PauseDeps } from '../../bidding/pauses/await-release.ts'
import { type Route, route } from '../../http/route.ts'
import type { AdminDeps } from '../../identity/accounts/is-admin.ts'
import type { PlanDeps } from '../../plans/read-entitlement.ts'
import { listActions } from './list-actions.ts'
import { listUsers } from './list-users.ts'
import { readTrends } from './read-trends.ts'
import { readUser } from './read-user.ts'
import { suspendUser, reinstateUser } from './suspend-user.ts'

const DEFAULT_DAYS = 30

type AdminRouteDeps = PauseDeps & PlanDeps & AdminDeps

export const adminRoutes = (deps: AdminRouteDeps): Route[] => [
  route(api.listAdminActions, async ({ query }) => ({ data: await listActions(deps, query.cursor) })),

  route(api.readTrends, async ({ query }) => ({ data: await readTrends(deps, Number(query.days ?? DEFAULT_DAYS)) })),

  route(api.listUsers, async ({ query }) => ({ data: await listUsers(deps, query) })),

  route(api.readUser, async ({ params }) => ({ data: await readUser(deps, params.id) })),

  route(api.suspendUser, async ({ params, body, ...call }) => ({
    data: { not_stopped: await suspendUser(deps, call, params.id, body.reason) },
  })),

  route(api.reinstateUser, async ({ params, body, ...call }) => {
    await reinstateUser(deps, call, params.id, body.reason)
    return { data: {} }
  }),
]
