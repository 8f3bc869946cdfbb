import { SECOND_FACTOR } from '@bidwell/contract'
import { Secret, TOTP } from 'otpauth'
import type { TotpSecretRow } from '../../platform/database/tables.ts'
import type { IdentityCtx } from '../identity-ctx.ts'

/** `waitMs`: the code was not looked at, because too many wrong ones came before. */
export type TotpVerdict = { kind: 'right' } | { kind: 'wrong'; failures: number } | { kind: 'wait'; waitMs: number }

/** How many steps of 30 seconds the clock of the user's device may be off. */
const WINDOW_STEPS = 1

/**
 * Checks a code of the account's authenticator app. A code is accepted once, within 30 seconds of its time; wrong ones
 * count, and from the fifth on make the next try wait. The row's lock makes concurrent tries count one after the other.
 * An app that is being set up has no codes that sign in.
 */
export function verifyTotp(
  { db, clock, totpSealer }: IdentityCtx,
  { accountId, code, ofConfirmedApp }: { accountId: number; code: string; ofConfirmedApp: boolean },
): Promise<TotpVerdict> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('totp_secrets')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('confirmed_at', ofConfirmedApp ? 'is not' : 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return { kind: 'wrong', failures: 0 }
    const now = clock.now()
    const waitMs = waitLeftMs(row, now)
    if (waitMs > 0) return { kind: 'wait', waitMs }

    const step = stepOf(code, totpSealer.open(accountId, row), now)
    const isRight = step !== null && step > row.last_step
    const failures = isRight ? 0 : failuresUntil(row, now) + 1
    await tx
      .updateTable('totp_secrets')
      .set(isRight ? { failures, last_step: step } : { failures, last_failed_at: new Date(now) })
      .where('account_id', '=', accountId)
      .execute()
    return isRight ? { kind: 'right' } : { kind: 'wrong', failures }
  })
}

/** The step of 30 seconds that a code belongs to; null for a wrong code. */
function stepOf(code: string, secret: Uint8Array<ArrayBuffer>, now: number): number | null {
  const token = code.replace(/\s/g, '')
  if (!/^[0-9]{6}$/.test(token)) return null
  const delta = TOTP.validate({
    token,
    secret: new Secret({ buffer: secret.buffer }),
    timestamp: now,
    window: WINDOW_STEPS,
  })
  return delta === null ? null : TOTP.counter({ timestamp: now }) + delta
}

/** The wrong codes that still count. */
const failuresUntil = ({ failures, last_failed_at: last }: TotpSecretRow, now: number): number =>
  last !== null && now - last.getTime() < SECOND_FACTOR.forgetTriesMs ? failures : 0

/** How long the next code has to wait: a minute after the fifth wrong one, doubling up to an hour. */
function waitLeftMs(row: TotpSecretRow, now: number): number {
  const excess = failuresUntil(row, now) - SECOND_FACTOR.triesBeforeWait
  if (excess < 0 || row.last_failed_at === null) return 0
  const waitMs = Math.min(SECOND_FACTOR.maxWaitMs, SECOND_FACTOR.firstWaitMs * 2 ** excess)
  return Math.max(0, row.last_failed_at.getTime() + waitMs - now)
}
