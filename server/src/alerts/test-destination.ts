import { messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { queueDelivery } from '../notifying/deliveries/queue-delivery.ts'
import { AppError } from '../platform/errors.ts'

const USEFUL_FOR_MS = 10 * 60_000

/** Queues a test alert to a place, and returns the id of the delivery. Throws `not_found`, and `conflict` before it is verified. */
export async function testDestination({ db, clock }: Ctx, accountId: number, id: number): Promise<string> {
  return await db.transaction().execute(async (tx) => {
    const place = await tx
      .selectFrom('destinations')
      .select(['channel', 'address', 'verified_at'])
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (!place) throw new AppError('not_found', messages.alerts.destinationNotFound)
    if (place.verified_at === null) throw new AppError('conflict', messages.alerts.destinationUnverified)
    const now = clock.now()
    return await queueDelivery(tx, {
      channel: place.channel,
      recipient: place.address,
      kind: 'alert_test',
      content: {},
      accountId,
      destinationId: id,
      now,
      giveUpAt: now + USEFUL_FOR_MS,
    })
  })
}
