import { messages, type SecondFactor } from '@bidwell/contract'
import { AppError } from '../platform/errors.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { tooManyCodes } from './too-many-codes.ts'
import { type PasskeyDeps, verifyPasskey } from './verify-passkey.ts'
import { type TotpDeps, verifyTotp } from './verify-totp.ts'

export type SecondFactorDeps = TotpDeps & PasskeyDeps

/**
 * Returns when the second factor is the account's and right. Throws `second_factor_failed` when it is not, and
 * `rate_limited` while codes of the authenticator app have to wait. Recovery codes and passkeys never wait: they cannot be
 * guessed, and let the owner in while a stranger who knows the password tries codes. `challenge` is what a passkey signs.
 */
export async function checkSecondFactor(
  deps: SecondFactorDeps,
  accountId: number,
  challenge: string,
  factor: SecondFactor,
) {
  switch (factor.method) {
    case 'totp': {
      const verdict = await verifyTotp(deps, accountId, factor.code)
      if (verdict.kind === 'wait') throw tooManyCodes(verdict.waitMs)
      if (verdict.kind === 'wrong') throw failed(messages.secondFactor.wrongCode)
      return
    }
    case 'recovery_code': {
      if (await spendRecoveryCode(deps.db, accountId, factor.code, deps.clock.now())) return
      throw failed(messages.secondFactor.wrongRecoveryCode)
    }
    case 'passkey': {
      const verdict = await verifyPasskey(deps, challenge, factor.passkey)
      if (verdict.kind === 'right' && verdict.accountId === accountId) return
      throw failed(messages.secondFactor.passkeyRefused)
    }
  }
}

const failed = (message: string) => new AppError('second_factor_failed', message)
