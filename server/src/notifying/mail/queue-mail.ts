import type { Tx } from '../../platform/database/tables.ts'
import { queueDelivery } from '../deliveries/queue-delivery.ts'
import type { Mail } from './mail.ts'

const DAY_MS = 86_400_000

type Options = {
  /** Epoch ms. */
  now: number
  /** The mail is not sent after this long: a day, or less for a link that ends earlier. */
  usefulForMs?: number
}

/**
 * Writes a mail into the outbox. The jobs send it soon after the transaction commits, and never if it does not: a mail
 * reports only what happened.
 */
export async function queueMail(tx: Tx, mail: Mail, { now, usefulForMs = DAY_MS }: Options): Promise<void> {
  const { kind, to, accountId, ...content } = mail
  const giveUpAt = now + usefulForMs
  await queueDelivery(tx, { channel: 'email', recipient: to, kind, content, accountId, now, giveUpAt })
}

/** Writes as much as `queueMail`, and nothing is sent: its time does not reveal whether somebody gets a mail. */
export async function queueNothing(tx: Tx, now: number): Promise<void> {
  const nothing = { channel: 'email', recipient: '', kind: 'nothing', content: {}, accountId: null } as const
  await queueDelivery(tx, { ...nothing, now, giveUpAt: now })
}
