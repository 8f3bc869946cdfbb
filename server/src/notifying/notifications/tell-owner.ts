import { randomUUID } from 'node:crypto'
import type { NotificationContent } from '@bidwell/contract'
import type { Tx } from '../../platform/database/tables.ts'
import { queueDelivery } from '../deliveries/queue-delivery.ts'
import { notify } from './notify.ts'

const DAY_MS = 86_400_000

type News = NotificationContent & {
  accountId: number
  /** The account's address. */
  to: string
  /** Its owner did it, so that it does not count as unread. */
  isRead?: true
}

/**
 * Tells the owner of an account what has become of it, in the transaction that causes it: in the app, and by a mail that nobody can
 * turn off. `now` is epoch ms; a mail that could not be sent for a day is not sent any more.
 */
export async function tellOwner(tx: Tx, { to, ...news }: News, now: number): Promise<void> {
  const [notificationId] = await notify(tx, [{ ...news, key: `news ${randomUUID()}` }])
  if (notificationId === undefined) throw new Error('News has a key of its own, and was told before')
  const { accountId } = news
  const mail = { channel: 'email', recipient: to, kind: 'news', content: {}, accountId, notificationId } as const
  await queueDelivery(tx, { ...mail, now, giveUpAt: now + DAY_MS })
}
