import { type api, type Body, messages } from '@bidwell/contract'
import type { Visitor } from '../../http/route.ts'
import type { AccountRow } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { findChallenge, spendChallenge } from '../second-factors/challenges.ts'
import { checkSecondFactor, limitFailures, warn } from '../second-factors/check-second-factor.ts'
import { challengeIn, spendNonce, verifyPasskey } from '../second-factors/verify-passkey.ts'
import { type OpenedSession, openSession } from '../sessions/open-session.ts'
import { accountById } from './account-queries.ts'

type SignedIn = OpenedSession & { account: AccountRow }

/**
 * Finishes a sign-in that waits for its second factor. The session lasts as long as the user chose beside the password.
 * Throws `challenge_expired` when the sign-in has expired or is finished, `second_factor_failed` or `rate_limited`.
 */
export async function completeSignIn(
  ctx: IdentityCtx,
  { challenge, factor }: Body<typeof api.completeSignIn>,
  visitor: Visitor,
): Promise<SignedIn> {
  const pending = await findChallenge(ctx, challenge, 'second_factor')
  const accountId = pending?.account_id ?? null
  if (!pending || accountId === null) throw expired()
  // Read before the challenge is spent: a reset after this is noticed, by the challenge or by the password.
  const account = await accountById(ctx.db, accountId)
  await checkSecondFactor(ctx, { accountId, challenge, factor, purpose: 'signed_in', visitor })
  if (!(await spendChallenge(ctx.db, challenge))) throw expired()
  return open(ctx, account, visitor, pending.remember_me ?? false)
}

/**
 * Signs in with a passkey alone: holding it and unlocking it are two factors. Throws `challenge_expired` when the browser
 * took more than ten minutes, and `second_factor_failed` for a passkey that is not accepted.
 */
export async function signInByPasskey(
  ctx: IdentityCtx,
  { passkey, remember_me: remember = false }: Body<typeof api.passkeySignIn>,
  visitor: Visitor,
): Promise<SignedIn> {
  const challenge = challengeIn(passkey.response.clientDataJSON)
  const expiresAt = ctx.passkeyNonces.expiryOf(challenge)
  if (expiresAt === null) throw expired()
  const verdict = await verifyPasskey(ctx, challenge, passkey, (tx) => spendNonce(tx, challenge, expiresAt))
  if (verdict.kind === 'spent') throw expired()
  if (verdict.kind !== 'right') {
    const accountId = verdict.kind === 'copied' ? verdict.accountId : null
    await limitFailures(ctx, visitor, accountId)
    const details = { method: 'passkey' }
    await recordSecurityEvent(ctx.db, { ...visitor, accountId, kind: 'signed_in', outcome: 'failed', details })
    if (accountId !== null) await warn(ctx, 'passkey_copied', accountId, visitor)
    throw new AppError('second_factor_failed', messages.secondFactor.passkeyRefused)
  }
  return open(ctx, verdict.account, visitor, remember)
}

async function open(ctx: IdentityCtx, account: AccountRow, visitor: Visitor, remember: boolean): Promise<SignedIn> {
  const opened = await ctx.db.transaction().execute((tx) => openSession(ctx, tx, account, visitor, remember))
  return { account, ...opened }
}

const expired = () => new AppError('challenge_expired', messages.secondFactor.signInExpired)
