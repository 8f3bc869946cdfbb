import type { Ctx } from '../context/ctx.ts'
import type { Delivery, StopReason } from '../notifying/deliveries/delivery.ts'
import { notify } from '../notifying/notifications/notify.ts'

/**
 * Sends no alert to the place of a delivery any more, until its owner settles it again. Also for mails that are no alerts. The
 * owner is told on the other channels, unless by an own STOP, or of a browser, which subscribes again when it opens Bidwell.
 */
export async function stopDestination({ db, clock }: Ctx, delivery: Delivery, because: StopReason): Promise<void> {
  const { channel, accountId } = delivery
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const stopped = await tx
      .updateTable('destinations')
      .set({ stopped_at: new Date(now), stopped_because: because })
      .where('channel', '=', channel)
      .where('address', '=', delivery.recipient)
      .where('account_id', '=', accountId ?? 0)
      .where('stopped_at', 'is', null)
      .returning(['id', 'label'])
      .executeTakeFirst()
    const isTold = channel !== 'push' && because !== 'stop'
    if (!stopped || accountId === null || !isTold) return
    const key = `destination ${stopped.id} stopped ${now}`
    await notify(tx, [{ kind: 'alerts_stopped', accountId, key, values: { label: stopped.label, because } }])
  })
}
