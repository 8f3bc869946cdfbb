import { randomUUID } from 'node:crypto'
import { announceChange } from '../../platform/changes/announce-change.ts'
import type { Tx } from '../../platform/database/tables.ts'
import type { ChannelName } from './delivery.ts'

export type NewDelivery = {
  channel: ChannelName
  recipient: string
  kind: string
  content: object
  /** Null for what must outlive its account. The others are deleted with it. */
  accountId: number | null
  /** What it tells, and its destination; for an alert. */
  notificationId?: number
  destinationId?: number
  /** Epoch ms. */
  now: number
  /** From when on it is of no use; epoch ms. */
  giveUpAt: number
}

/**
 * Queues a delivery in the transaction that causes it, and returns its id. The jobs send it soon after the transaction
 * commits, and never if it does not.
 */
export async function queueDelivery(tx: Tx, delivery: NewDelivery): Promise<string> {
  const { channel, recipient, kind, content, accountId, now, giveUpAt } = delivery
  const id = randomUUID()
  await tx
    .insertInto('deliveries')
    .values({
      id,
      channel,
      recipient,
      kind,
      content: JSON.stringify(content),
      account_id: accountId,
      notification_id: delivery.notificationId ?? null,
      destination_id: delivery.destinationId ?? null,
      next_try_at: new Date(now),
      give_up_at: new Date(giveUpAt),
      created_at: new Date(now),
    })
    .execute()
  await announceChange(tx, { what: 'delivery' })
  return id
}
