import { type Delivery, Refused } from '../../notifying/deliveries/delivery.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { DestinationRow } from './present-destination.ts'

/** The place to which a delivery goes. Throws `Refused` when it was removed, or alerts no longer go there. */
export async function requireDestination(
  db: Db,
  { destinationId, channel, recipient }: Delivery,
): Promise<DestinationRow> {
  const row = await db
    .selectFrom('destinations')
    .selectAll()
    .where('id', '=', destinationId)
    .where('channel', '=', channel)
    .where('address', '=', recipient)
    .executeTakeFirst()
  if (!row) throw new Refused('The place was removed')
  if (row.stopped_because !== null) throw new Refused(`Alerts no longer go there: ${row.stopped_because}`)
  return row
}
