import { messages } from '@bidwell/contract'
import { lockAccountIfAny } from '../accounts/account-queries.ts'
import { sendLink } from '../accounts/send-link.ts'
import { announceChange } from '../changes/announce-change.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { type AdminCall, recordAdminAction } from '../security-log/record-admin-action.ts'
import { recordSecurityEvent } from '../security-log/record-security-event.ts'
import { revokeSessions } from '../sessions/revoke-sessions.ts'

export type HelpDeps = {
  db: Db
  clock: Clock
  /** False on an installation without a mail server. */
  sendsMail: boolean
}

type Request = { id: number; reason: string }

const DAY_MS = 86_400_000

async function lockUserRow(tx: Tx, id: number) {
  const account = await lockAccountIfAny(tx, id)
  if (!account) throw new AppError('not_found', messages.privacy.accountNotFound)
  return account
}

/** Ends all sessions of an account. Returns how many ended. Throws 404 without such an account. */
export function signOutUser({ db, clock }: HelpDeps, call: AdminCall, { id, reason }: Request): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockUserRow(tx, id)
    const ended = await revokeSessions(tx, id, { because: 'signed_out_by_operator', now: clock.now() })
    const origin = { ipAddress: null, userAgent: null, requestId: call.requestId }
    await recordSecurityEvent(tx, { ...origin, accountId: id, kind: 'signed_out_by_operator', outcome: 'ok' })
    await recordAdminAction(tx, call, { action: 'signed_out', subject: `account ${id}`, reason })
    return ended
  })
}

/**
 * Mails the owner of an account a link that sets a password; the administrator sees neither. Throws 404 without such an
 * account, and `unavailable` where no mail is sent.
 */
export async function mailReset({ db, clock, sendsMail }: HelpDeps, call: AdminCall, { id, reason }: Request) {
  if (!sendsMail) throw new AppError('unavailable', messages.mailLink.noMail)
  await db.transaction().execute(async (tx) => {
    await sendLink(tx, await lockUserRow(tx, id), { purpose: 'reset_password', now: clock.now() })
    const origin = { ipAddress: null, userAgent: null, requestId: call.requestId }
    const details = { by: 'operator' }
    await recordSecurityEvent(tx, {
      ...origin,
      accountId: id,
      kind: 'password_reset_requested',
      outcome: 'ok',
      details,
    })
    await recordAdminAction(tx, call, { action: 'reset_mailed', subject: `account ${id}`, reason })
  })
}

/**
 * Lets the trial of an account end some days from now, also one that has ended; its owner is reminded as of every other.
 * Returns the end, epoch ms. Throws 404 without such an account, and `conflict` when it has had no trial.
 */
export function setTrialEnd(
  { db, clock }: HelpDeps,
  call: AdminCall,
  { id, reason, days }: Request & { days: number },
): Promise<number> {
  const endsAt = clock.now() + days * DAY_MS
  return db.transaction().execute(async (tx) => {
    await lockUserRow(tx, id)
    const changed = await tx
      .updateTable('trials')
      .set({ ends_at: new Date(endsAt), reminded_days: null, expired_at: null })
      .where('account_id', '=', id)
      .returning('account_id')
      .executeTakeFirst()
    if (!changed) throw new AppError('conflict', messages.admin.noTrial)
    await announceChange(tx, { what: 'plan', accountId: id })
    await recordAdminAction(tx, call, { action: 'trial_end_set', subject: `account ${id}`, reason })
    return endsAt
  })
}
