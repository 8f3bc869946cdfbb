import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import { done, type Route, route } from '../../http/route.ts'
import { readPublicPushKey } from './push-keys.ts'
import { replacePushDestination } from './replace-push-destination.ts'
import { storePushDestination } from './store-push-destination.ts'

/** The routes of alerts by push. `hosts` are those of push services that the operator has added. */
export function pushRoutes(ctx: Ctx, hosts: readonly string[]): Route[] {
  return [
    route(api.readPushKey, async () => ({ data: { key: await readPublicPushKey(ctx.db) } })),
    route(api.storePushDestination, async ({ caller, body, userAgent }) => ({
      data: { destination: await storePushDestination(ctx, hosts, caller, { ...body, userAgent }) },
    })),
    route(api.replacePushDestination, ({ body }) => done(replacePushDestination(ctx, hosts, body))),
    route(api.reportShown, ({ body }) => done(reportShown(ctx, body.id))),
  ]
}

/**
 * Records that a device has shown the alert of a delivery: the first report counts. Only the device that got the alert, and
 * its user, know the id.
 */
async function reportShown({ db, clock }: Ctx, deliveryId: string): Promise<void> {
  const at = new Date(clock.now())
  await sql`
    with shown as (
      update deliveries set shown_at = ${at} where id = ${deliveryId} and channel = 'push' and shown_at is null
      returning destination_id)
    update destinations d set shown_at = greatest(d.shown_at, ${at})
      from shown where d.id = shown.destination_id`.execute(db)
}
