import { messages, type ProofMethod, type ProofOfIdentity, SESSION } from '@bidwell/contract'
import type { Caller, Visitor } from '../../http/route.ts'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { accountById } from '../accounts/account-queries.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { verifyPassword } from '../passwords/verify-password.ts'
import { findChallenge, spendChallenge } from './challenges.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import { secondFactorMethodsOf, signsInWithGoogle } from './second-factor-queries.ts'
import { challengeIn } from './verify-passkey.ts'

/**
 * The ways in which an account proves who is at the browser. With a second factor the password is not among them: whoever
 * knows the password and holds a copied token could otherwise turn the second factor off.
 */
export async function proofMethodsOf(db: Db, accountId: number): Promise<ProofMethod[]> {
  const secondFactors = await secondFactorMethodsOf(db, accountId)
  if (secondFactors.length > 0) return secondFactors
  const account = await accountById(db, accountId)
  const google = await signsInWithGoogle(db, accountId)
  return [...(account.password_hash === null ? [] : (['password'] as const)), ...(google ? (['google'] as const) : [])]
}

/**
 * Checks a proof of identity and records it on the session. Throws `login_failed` or `second_factor_failed` for a wrong
 * one. Wrong passwords count towards the account's lock, like failed sign-ins; wrong codes like those of signing in.
 */
export async function proveIdentity(ctx: IdentityCtx, caller: Caller, proof: ProofOfIdentity, visitor: Visitor) {
  const { db } = ctx
  const { accountId } = caller
  const methods = await proofMethodsOf(db, accountId)
  if (!methods.includes(proof.method)) {
    throw new AppError('second_factor_failed', messages.secondFactor.methodNotAccepted)
  }
  if (proof.method === 'password') {
    const account = await accountById(db, accountId)
    const { password } = proof
    await verifyPassword(ctx, { email: account.email, password, account, visitor, purpose: 'proved_identity' })
  } else if (proof.method === 'passkey') {
    const challenge = challengeIn(proof.passkey.response.clientDataJSON)
    const asked = await findChallenge(ctx, challenge, 'proof')
    if (asked?.session_id !== caller.sessionId) throw expired()
    await checkSecondFactor(ctx, { accountId, challenge, factor: proof, purpose: 'proved_identity', visitor })
    if (!(await spendChallenge(db, challenge))) throw expired()
  } else {
    await checkSecondFactor(ctx, { accountId, challenge: '', factor: proof, purpose: 'proved_identity', visitor })
  }
  await recordProof(db, caller.sessionId, ctx.clock.now())
  const details = { method: proof.method }
  await recordSecurityEvent(db, { ...visitor, accountId, kind: 'proved_identity', outcome: 'ok', details })
}

/** Records that the user of a session has proven at `now`, in epoch ms, who they are. */
export async function recordProof(db: Db, sessionId: string, now: number) {
  await db
    .updateTable('sessions')
    .set({ proven_at: new Date(now) })
    .where('id', '=', sessionId)
    .execute()
}

const expired = () => new AppError('second_factor_failed', messages.secondFactor.proofExpired)

/** Throws `proof_needed` (403) unless the caller proved who they are in the last fifteen minutes. `now` is epoch ms. */
export function requireProof({ provenAt }: Pick<Caller, 'provenAt'>, now: number) {
  // A proof of the future was made before the clock was set back.
  if (Math.abs(now - provenAt) > SESSION.proofMs)
    throw new AppError('proof_needed', messages.endingSession.proofRequired)
}
