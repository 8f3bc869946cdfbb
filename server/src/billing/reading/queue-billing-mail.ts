import { addressOfCustomer } from '../../accounts/account-queries.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { BillingMail } from '../../mail/templates/billing.ts'
import type { Tx } from '../../platform/database/tables.ts'
import type { ReadingToStore } from './store-billing.ts'

/** Queues a mail to the owner of an account about what a reading has shown. */
export async function queueBillingMail(
  tx: Tx,
  { accountId, startedAt }: Pick<ReadingToStore, 'accountId' | 'startedAt'>,
  mail: BillingMail,
): Promise<void> {
  const to = await addressOfCustomer(tx, accountId)
  await queueMail(tx, { ...mail, to, accountId }, { now: startedAt })
}
