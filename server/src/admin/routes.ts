import { api } from '@bidwell/contract'
import { type Route, route } from '../http/route.ts'
import type { Db } from '../platform/database/tables.ts'
import { listActions } from './list-actions.ts'

type AdminRouteDeps = { db: Db }

export const adminRoutes = (deps: AdminRouteDeps): Route[] => [
  route(api.listAdminActions, async ({ query }) => ({ data: await listActions(deps, query.cursor) })),
]
