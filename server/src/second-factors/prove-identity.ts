import { messages, type ProofMethod, type ProofOfIdentity } from '@bidwell/contract'
import { verifyPassword, type VerifyPasswordDeps } from '../passwords/verify-password.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import type { Caller, Visitor } from '../platform/route.ts'
import { challengeIn } from './challenge-in.ts'
import { findChallenge, spendChallenge } from './challenges.ts'
import { checkSecondFactor, type SecondFactorDeps } from './check-second-factor.ts'
import { secondFactorMethodsOf } from './second-factor-queries.ts'

export type ProveIdentityDeps = SecondFactorDeps & VerifyPasswordDeps

/**
 * The ways in which an account proves who is at the browser. With a second factor the password is not among them: whoever
 * knows the password and holds a copied token could otherwise turn the second factor off.
 */
export async function proofMethodsOf(db: Db, accountId: number): Promise<ProofMethod[]> {
  const secondFactors = await secondFactorMethodsOf(db, accountId)
  if (secondFactors.length > 0) return secondFactors
  const account = await accountOf(db, accountId)
  return [
    ...(account.password_hash === null ? [] : (['password'] as const)),
    ...(account.auth_provider === 'google' ? (['google'] as const) : []),
  ]
}

/**
 * Checks a proof of identity and records it on the session. Throws `login_failed` or `second_factor_failed` for a wrong
 * one. Wrong passwords count towards the account's lock, like failed logins; wrong codes like those of signing in.
 */
export async function proveIdentity(deps: ProveIdentityDeps, caller: Caller, proof: ProofOfIdentity, visitor: Visitor) {
  const { db } = deps
  const methods = await proofMethodsOf(db, caller.accountId)
  if (!methods.includes(proof.method)) {
    throw new AppError('second_factor_failed', messages.secondFactor.methodNotAccepted)
  }
  if (proof.method === 'password') {
    const account = await accountOf(db, caller.accountId)
    const { password } = proof
    await verifyPassword(deps, { email: account.email, password, account, visitor, purpose: 'proved_identity' })
  } else if (proof.method === 'passkey') {
    const challenge = challengeIn(proof.passkey.response.clientDataJSON)
    const asked = await findChallenge(deps, challenge, 'proof')
    if (asked?.session_id !== caller.sessionId) throw expired()
    await checkSecondFactor(deps, caller.accountId, challenge, proof)
    if (!(await spendChallenge(db, challenge))) throw expired()
  } else {
    await checkSecondFactor(deps, caller.accountId, '', proof)
  }
  await recordProof(db, caller.sessionId, deps.clock.now())
}

/** Records that the user of a session has proven at `now`, in epoch ms, who they are. */
export async function recordProof(db: Db, sessionId: string, now: number) {
  await db
    .updateTable('sessions')
    .set({ proven_at: new Date(now) })
    .where('id', '=', sessionId)
    .execute()
}

const accountOf = (db: Db, accountId: number) =>
  db
    .selectFrom('accounts')
    .select(['id', 'email', 'password_hash', 'auth_provider'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()

const expired = () => new AppError('second_factor_failed', messages.secondFactor.proofExpired)
