import { api } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { route, type Route } from '../../http/route.ts'
import { findSold } from './find-sold.ts'

export const soldRoutes = (ctx: Ctx): Route[] => [
  route(api.findSold, async ({ caller, query }) => ({ data: await findSold(ctx, caller.accountId, query.words) })),
]
