import type { Ctx } from '../context/ctx.ts'
import { type Delivery, PutOff, QUIET_HOURS } from '../notifying/deliveries/delivery.ts'
import { quietUntil } from './quiet-hours.ts'
import { readOccasions } from './read-occasions.ts'

/** What was decided so lately need not be asked again. */
const FRESH_MS = 3_000

/**
 * Why an alert that is about to be sent is not to be sent any more; null when it is. Throws `PutOff` in quiet hours, which may
 * have begun since it was queued.
 */
export async function reasonToDrop(ctx: Ctx, delivery: Delivery): Promise<string | null> {
  if (delivery.kind !== 'alert' || delivery.accountId === null) return null
  const { accountId, channel, destinationId, notificationId } = delivery
  const now = ctx.clock.now()
  if (delivery.attempt === 1 && now - delivery.createdAt < FRESH_MS) return null
  const ids = notificationId === null ? [] : [notificationId]
  const [due] = await readOccasions(ctx, accountId, { which: { ids }, now })
  if (!due) return 'deleted'
  const { class: alertClass, destinations, isTrue, isSeen, wanted, quietHours, urgentWakes } = due.occasion
  const isUrgent = alertClass === 'urgent'
  if (!destinations.some(({ id }) => id === destinationId)) return 'place_stopped'
  if (!isTrue) return 'not_true'
  if (isUrgent && isSeen) return 'seen'
  if (!wanted.includes(channel)) return 'unwanted'
  const quiet = quietHours === null || (isUrgent && urgentWakes) ? null : quietUntil(quietHours, now)
  if (quiet === null) return null
  if (quiet >= delivery.giveUpAt) return 'quiet'
  throw new PutOff(QUIET_HOURS, { retryAt: quiet })
}
