import { ACCOUNT, ALERTS, formatPhone, messages, phoneDigitsOf } from '@bidwell/contract'
import type { Caller, Visitor } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import { queueDelivery } from '../../notifying/deliveries/queue-delivery.ts'
import { readEntitlement } from '../../plans/read-entitlement.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { newCode } from '../../platform/secrets.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import type { AlertCtx } from '../alert-ctx.ts'
import { keepDestination } from '../destinations/keep-destination.ts'
import type { DestinationRow } from '../destinations/present-destination.ts'
import { countQueued, DAY_MS, MOST_OF_ONE } from './count-texts.ts'
import { CODE_KIND } from './sms-code.ts'

/**
 * Sends a code to a phone number, which becomes one of the account's destinations once the code is entered. Throws
 * `not_found` where no text messages are sent, `plan_limit_reached` without them in the plan, 422 for what is no number, and
 * `rate_limited` when the account, the number or the installation has had its messages of the day.
 */
export async function addPhone(ctx: AlertCtx, caller: Caller, phoneNumber: string, visitor: Visitor) {
  const { db, clock, sms } = ctx
  if (!sms) throw new AppError('not_found', messages.destination.noSms)
  const digits = readDigits(phoneNumber)
  const to = `+1${digits}`
  const { accountId, sessionId } = caller
  const now = clock.now()
  return db.transaction().execute(async (tx): Promise<DestinationRow> => {
    await lockCaller(tx, caller)
    const { sms: isInPlan } = await readEntitlement({ ...ctx, db: tx }, accountId)
    if (!isInPlan) throw new AppError('plan_limit_reached', messages.destination.smsNotInPlan)
    await refuseSettled(tx, accountId, to)
    await requireRoom(tx, { accountId, to, dailyBudget: sms.dailyBudget, now })
    const place = { account_id: accountId, channel: 'sms', address: to, label: formatPhone(digits) } as const
    const { id: destinationId } = await keepDestination(tx, { ...place, verified_at: null, now })
    const code = newCode()
    const until = now + ALERTS.codeMs
    await queueDelivery(tx, {
      channel: 'sms',
      recipient: to,
      kind: CODE_KIND,
      content: { code },
      accountId,
      destinationId,
      now,
      giveUpAt: until,
    })
    const details = { channel: 'sms' }
    await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'destination_added', outcome: 'ok', details })
    const hash = ctx.hashCode({ code, destinationId, sessionId })
    return tx
      .updateTable('destinations')
      .set({ settings: JSON.stringify({ code: { hash, until, triesLeft: ALERTS.codeTries } }) })
      .where('id', '=', destinationId)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

function readDigits(phoneNumber: string): string {
  const digits = phoneDigitsOf(phoneNumber)
  if (digits.length !== ACCOUNT.phoneDigits) throw fieldError('phone_number', messages.account.phoneInvalid)
  return digits
}

/** Throws `conflict` for a number that needs no code, or would receive none. */
async function refuseSettled(tx: Tx, accountId: number, to: string): Promise<void> {
  const known = await tx
    .selectFrom('destinations')
    .select(['verified_at', 'stopped_because'])
    .where('account_id', '=', accountId)
    .where('channel', '=', 'sms')
    .where('address', '=', to)
    .executeTakeFirst()
  if (known?.stopped_because === 'stop') throw new AppError('conflict', messages.destination.phoneStopped)
  if (known && known.verified_at !== null && known.stopped_because === null) {
    throw new AppError('conflict', messages.destination.phoneVerified)
  }
}

/** Throws `rate_limited` when the account, the number or the installation has had its messages of the day. Codes leave half of them to alerts. */
async function requireRoom(
  tx: Tx,
  { dailyBudget, ...counted }: { accountId: number; to: string; dailyBudget: number; now: number },
) {
  const { ofAll, ofOne, codes } = await countQueued(tx, counted)
  const { tooManyTexts, smsBudgetSpent } = messages.destination
  const isSpent = ofAll >= dailyBudget || codes >= dailyBudget / 2
  const sentence = ofOne >= MOST_OF_ONE ? tooManyTexts : isSpent ? smsBudgetSpent : null
  if (sentence !== null) throw new AppError('rate_limited', sentence, { retryAfterMs: DAY_MS })
}
