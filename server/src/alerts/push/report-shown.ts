import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'

/**
 * Records that a device has shown the alert of a delivery: the first report counts. Only the device that got the alert, and
 * its user, know the id.
 */
export async function reportShown({ db, clock }: { db: Db; clock: Clock }, deliveryId: string): Promise<void> {
  const at = new Date(clock.now())
  await sql`
    with shown as (
      update deliveries set shown_at = ${at} where id = ${deliveryId} and channel = 'push' and shown_at is null
      returning destination_id)
    update destinations d set shown_at = greatest(d.shown_at, ${at})
      from shown where d.id = shown.destination_id`.execute(db)
}
