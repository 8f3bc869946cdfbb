import { api, messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { done, route, type Route } from '../http/route.ts'
import { AppError } from '../platform/errors.ts'
import { listSearches, readSearch } from './list-searches.ts'
import { removeSearch } from './remove-search.ts'
import { saveSearch } from './save-search.ts'
import { trySearch } from './try-search.ts'

export function searchRoutes(ctx: Ctx): Route[] {
  const requireOn = () => {
    if (!ctx.hasSearches) throw new AppError('not_found', messages.search.isOff)
  }
  return [
    route(api.listSearches, async ({ caller }) => ({ data: await listSearches(ctx, caller.accountId) })),
    route(api.readSearch, async ({ caller, params }) => ({ data: await readSearch(ctx, caller.accountId, params.id) })),
    route(api.trySearch, async ({ caller, body }) => {
      requireOn()
      return { data: await trySearch(ctx, caller.accountId, body) }
    }),
    route(api.saveSearch, async ({ caller, body }) => {
      requireOn()
      return { data: { search: await saveSearch(ctx, caller, body) } }
    }),
    route(api.changeSearch, async ({ caller, params, body }) => {
      requireOn()
      return { data: { search: await saveSearch(ctx, caller, body, params.id) } }
    }),
    route(api.removeSearch, ({ caller, params }) => done(removeSearch(ctx, caller, params.id))),
  ]
}
