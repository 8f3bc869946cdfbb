import { messages } from '@bidwell/contract'
import { Secret, TOTP } from 'otpauth'
import type { Caller, Visitor } from '../../http/route.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { tooManyCodes } from './check-second-factor.ts'
import { endPasswordSessions } from './end-password-sessions.ts'
import { ensureRecoveryCodes } from './recovery-codes.ts'
import { reportChange } from './report-change.ts'
import { verifyTotp } from './verify-totp.ts'

/** The length that RFC 4226 recommends. */
const SECRET_BYTES = 20

/**
 * Makes the secret of an authenticator app, and returns it for the last time: in base32 for typing, and as an address
 * for a QR code. Signing in asks for codes once one has been confirmed. Throws 409 when an app is set up already.
 */
export async function beginTotp({ db, clock, totpSealer }: IdentityCtx, account: { id: number; email: string }) {
  const secret = new Secret({ size: SECRET_BYTES })
  const sealed = totpSealer.seal(account.id, secret.bytes)
  const fresh = { ...sealed, created_at: new Date(clock.now()), last_step: 0, failures: 0, last_failed_at: null }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('totp_secrets')
    .values({ account_id: account.id, ...fresh })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(fresh).where('totp_secrets.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new AppError('conflict', messages.secondFactor.appAlreadySetUp)
  const uri = new TOTP({ issuer: 'Bidwell', label: account.email, secret }).toString()
  return { secret: secret.base32, uri }
}

/**
 * Turns the authenticator app on, by a code that it shows. The first second factor ends the other sessions. Returns recovery codes, unless the account has some already.
 * Throws 422 for a wrong code, 429 after five of them, and 409 when no app waits to be confirmed.
 */
export async function confirmTotp(
  ctx: IdentityCtx,
  caller: Caller,
  code: string,
  visitor: Visitor,
): Promise<string[] | null> {
  const { db, clock } = ctx
  const { accountId } = caller
  const waiting = await db
    .selectFrom('totp_secrets')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (!waiting) throw new AppError('conflict', messages.secondFactor.appNotSetUp)
  const verdict = await verifyTotp(ctx, { accountId, code, ofConfirmedApp: false })
  if (verdict.kind === 'wait') throw tooManyCodes(verdict.waitMs)
  if (verdict.kind === 'wrong') throw fieldError('code', messages.secondFactor.wrongCode)
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const now = clock.now()
    const othersEnded = await endPasswordSessions(tx, caller, { visitor, now })
    const { numUpdatedRows } = await tx
      .updateTable('totp_secrets')
      .set({ confirmed_at: new Date(now) })
      .where('account_id', '=', accountId)
      .where('confirmed_at', 'is', null)
      // No code of a secret that was made in the meantime has been seen.
      .where('last_step', '>', 0)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('conflict', messages.secondFactor.appNotSetUp)
    await reportChange(tx, accountId, 'codes-on', { visitor, at: now, othersEnded })
    return ensureRecoveryCodes(tx, accountId, now)
  })
}
