import * as api from '@bidwell/contract'
import { type Route, route } from '../../http/route.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { readPublicPushKey } from './open-push-keys.ts'
import { replacePushDestination } from './replace-push-destination.ts'
import { reportShown } from './report-shown.ts'
import { storePushDestination } from './store-push-destination.ts'

type Deps = {
  db: Db
  clock: Clock
  /** Hosts of push services that the operator has added. */
  hosts: readonly string[]
}

/** The routes of alerts by push. */
export function pushRoutes(deps: Deps): Route[] {
  return [
    route(api.readPushKey, async () => ({ data: { key: await readPublicPushKey(deps.db) } })),
    route(api.storePushDestination, async ({ caller, body, userAgent }) => ({
      data: { destination: await storePushDestination(deps, caller, { ...body, userAgent }) },
    })),
    route(api.replacePushDestination, async ({ body }) => {
      await replacePushDestination(deps, body)
      return { data: {} }
    }),
    route(api.reportShown, async ({ body }) => {
      await reportShown(deps, body.id)
      return { data: {} }
    }),
  ]
}
