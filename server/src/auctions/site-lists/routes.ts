import { api } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { route, type Route } from '../../http/route.ts'
import { askForSiteLists } from './ask-for-site-lists.ts'
import { listSiteLists } from './list-site-lists.ts'

export const siteListRoutes = (ctx: Ctx): Route[] => [
  route(api.readSiteLists, async ({ caller }) => ({ data: await listSiteLists(ctx, caller.accountId) })),
  route(api.askForSiteLists, async ({ caller }) => ({ data: await askForSiteLists(ctx, caller.accountId) })),
]
