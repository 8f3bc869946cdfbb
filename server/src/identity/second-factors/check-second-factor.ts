import { formatWait, messages, SECOND_FACTOR, type SecondFactor } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Visitor } from '../../http/route.ts'
import { tellOwner } from '../../notifying/notifications/tell-owner.ts'
import { AppError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { accountById } from '../accounts/account-queries.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { changeBudget, refusalBudgets, spend } from '../limits/attempt-budgets.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { verifyPasskey } from './verify-passkey.ts'
import { verifyTotp } from './verify-totp.ts'

type Attempt = {
  accountId: number
  /** What a passkey signs. */
  challenge: string
  factor: SecondFactor
  /** How the security log calls what the second factor is for. */
  purpose: 'signed_in' | 'proved_identity'
  visitor: Visitor
}

/**
 * Returns when the second factor is the account's and right. Throws `second_factor_failed` when it is not, and
 * `rate_limited` while codes of the authenticator app have to wait. Recovery codes and passkeys never wait: they cannot be
 * guessed, and let the owner in while a stranger who knows the password tries codes. What was wrong is in the security log;
 * the owner also gets a mail about wrong codes, about a copied passkey, and about each recovery code that was used.
 */
export async function checkSecondFactor(ctx: IdentityCtx, attempt: Attempt) {
  const { accountId, factor, visitor } = attempt
  switch (factor.method) {
    case 'totp': {
      const verdict = await verifyTotp(ctx, { accountId, code: factor.code, ofConfirmedApp: true })
      if (verdict.kind === 'right') return
      // Not logged: there may be any number, and the wrong codes before are.
      if (verdict.kind === 'wait') throw tooManyCodes(verdict.waitMs)
      await recordFailure(ctx, attempt)
      if (verdict.failures === SECOND_FACTOR.triesBeforeWait) await warn(ctx, 'wrong_codes', accountId, visitor)
      throw failed(messages.secondFactor.wrongCode)
    }
    case 'recovery_code': {
      if (await spendRecoveryCode(ctx, { accountId, typed: factor.code, visitor })) return
      await limitFailures(ctx, visitor)
      await recordFailure(ctx, attempt)
      throw failed(messages.secondFactor.wrongRecoveryCode)
    }
    case 'passkey': {
      const verdict = await verifyPasskey(ctx, attempt.challenge, factor.passkey)
      if (verdict.kind === 'right' && verdict.account.id === accountId) return
      await limitFailures(ctx, visitor, verdict.kind === 'copied' ? verdict.accountId : null)
      await recordFailure(ctx, attempt)
      if (verdict.kind === 'copied') await warn(ctx, 'passkey_copied', verdict.accountId, visitor)
      throw failed(messages.secondFactor.passkeyRefused)
    }
  }
}

/** Mails the owner that somebody may hold a part of what signs in. */
export async function warn(
  { db, clock }: Ctx,
  kind: 'wrong_codes' | 'passkey_copied',
  accountId: number,
  { ipAddress }: Visitor,
) {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const { email: to } = await accountById(tx, accountId)
    await tellOwner(tx, { kind, to, accountId, values: { ipAddress } }, now)
  })
}

/**
 * Throws `rate_limited` when too many wrong passkeys and recovery codes came from the visitor's network. They cannot be
 * guessed; the limit is for the records that they cause. Copies of an account's passkey count by themselves, so that other
 * failures do not keep their owner from being told.
 */
export const limitFailures = ({ db, clock }: Ctx, { ipAddress }: Visitor, copiedFrom: number | null = null) =>
  spend(db, copiedFrom === null ? refusalBudgets(ipAddress) : [changeBudget(copiedFrom)], clock.now())

async function recordFailure({ db }: Ctx, attempt: Attempt) {
  const { accountId, purpose: kind, factor, visitor } = attempt
  await recordSecurityEvent(db, { ...visitor, accountId, kind, outcome: 'failed', details: { method: factor.method } })
}

const failed = (message: string) => new AppError('second_factor_failed', message)

/** The error for a code that has to wait because too many wrong ones came before. */
export const tooManyCodes = (retryAfterMs: number) =>
  new AppError('rate_limited', messages.secondFactor.tooManyCodes(formatWait(retryAfterMs)), { retryAfterMs })
