import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { type Route, route } from '../../http/route.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { readPublicPushKey } from './push-keys.ts'
import { replacePushDestination } from './replace-push-destination.ts'
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

/**
 * Records that a device has shown the alert of a delivery: the first report counts. Only the device that got the alert, and
 * its user, know the id.
 */
async function reportShown({ db, clock }: { db: Db; clock: Clock }, deliveryId: string): Promise<void> {
  const at = new Date(clock.now())
  await sql`
    with shown as (
      update deliveries set shown_at = ${at} where id = ${deliveryId} and channel = 'push' and shown_at is null
      returning destination_id)
    update destinations d set shown_at = greatest(d.shown_at, ${at})
      from shown where d.id = shown.destination_id`.execute(db)
}
