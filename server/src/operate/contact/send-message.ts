import { type ContactMessage, contactFaults, messages, normalizeEmail } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { messageBudgets, takeFrom } from '../../identity/limits/attempt-budgets.ts'
import { queueMail } from '../../notifying/mail/queue-mail.ts'
import { AppError, refuseFaults } from '../../platform/errors.ts'

type Sender = { ipAddress: string; /** Null for a visitor. */ accountId: number | null }

/**
 * Queues a message to the operator. Throws `not_found` where nobody would receive it, `rule_broken` for a message that
 * cannot be answered, and `rate_limited` when too many came from the sender.
 */
export async function sendMessage(
  { db, clock }: Ctx,
  operatorEmail: string | null,
  input: ContactMessage,
  sender: Sender,
) {
  if (operatorEmail === null) throw new AppError('not_found', messages.contact.nobodyReads)
  refuseFaults(contactFaults(input))
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const spent = await takeFrom(tx, messageBudgets(sender.ipAddress, sender.accountId), now)
    if (spent) throw new AppError('rate_limited', messages.contact.tooMany, { retryAfterMs: spent.retryAfterMs })
    const mail = {
      kind: 'contact-message' as const,
      to: operatorEmail,
      // The message is the operator's: deleting the sender's account leaves it.
      accountId: null,
      from: normalizeEmail(input.email),
      message: input.message.trim(),
      senderAccountId: sender.accountId,
    }
    await queueMail(tx, mail, { now })
  })
}
