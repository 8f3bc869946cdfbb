import type { Delivery } from '../deliveries/delivery.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'

type Deps = { db: Db; clock: Pick<Clock, 'now'> }

/** Sends no alert to the place of a delivery any more, until its owner settles it again. Also for mails that are no alerts. */
export async function stopDestination({ db, clock }: Deps, delivery: Delivery, because: string): Promise<void> {
  await db
    .updateTable('destinations')
    .set({ stopped_at: new Date(clock.now()), stopped_because: because })
    .where('channel', '=', delivery.channel)
    .where('address', '=', delivery.recipient)
    .where('account_id', '=', delivery.accountId ?? 0)
    .where('stopped_at', 'is', null)
    .execute()
}
