import { api } from '@bidwell/contract'
import { type Route, route } from '../../http/route.ts'
import type { Marketplace } from '../../marketplace/marketplace.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { listNotifications } from './list-notifications.ts'
import { markAllRead, markRead } from './mark-read.ts'
import { countUnread } from './notification-queries.ts'

type Deps = { db: Db; clock: Clock; marketplace: Pick<Marketplace, 'itemUrl'> }

export function notificationRoutes(deps: Deps): Route[] {
  return [
    route(api.listNotifications, async ({ caller, query }) => ({
      data: await listNotifications(deps, caller.accountId, query),
    })),
    route(api.countUnread, async ({ caller }) => ({ data: { unread: await countUnread(deps.db, caller.accountId) } })),
    route(api.markRead, async ({ caller, params }) => ({
      data: { unread: await markRead(deps, caller.accountId, params.id) },
    })),
    route(api.markAllRead, async ({ caller, body }) => ({
      data: { unread: await markAllRead(deps, caller.accountId, body.up_to) },
    })),
  ]
}
