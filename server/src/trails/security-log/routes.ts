import { api } from '@bidwell/contract'
import { type Route, route } from '../../http/route.ts'
import type { Db } from '../../platform/database/tables.ts'
import { listSecurityEvents } from './list-security-events.ts'

export function securityLogRoutes(deps: { db: Db }): Route[] {
  return [
    route(api.listSecurityEvents, async ({ caller, query }) => ({
      data: await listSecurityEvents(deps, caller.accountId, query.cursor),
    })),
  ]
}
