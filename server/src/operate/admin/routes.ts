import { api } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { done, type Route, route } from '../../http/route.ts'
import { listActions } from './list-actions.ts'
import { listUsers } from './list-users.ts'
import { readTrends } from './read-trends.ts'
import { readUser } from './read-user.ts'
import { suspendUser, reinstateUser } from './suspend-user.ts'

const DEFAULT_DAYS = 30

export const adminRoutes = (ctx: Ctx): Route[] => [
  route(api.listAdminActions, async ({ query }) => ({ data: await listActions(ctx, query.cursor) })),

  route(api.readTrends, async ({ query }) => ({ data: await readTrends(ctx, Number(query.days ?? DEFAULT_DAYS)) })),

  route(api.listUsers, async ({ query }) => ({ data: await listUsers(ctx, query) })),

  route(api.readUser, async ({ params }) => ({ data: await readUser(ctx, params.id) })),

  route(api.suspendUser, async ({ params, body, ...call }) => ({
    data: { not_stopped: await suspendUser(ctx, call, params.id, body.reason) },
  })),

  route(api.reinstateUser, ({ params, body, ...call }) => done(reinstateUser(ctx, call, params.id, body.reason))),
]
