import { accountByEmail, lockAccount } from '../accounts/account-queries.ts'
import type { AccountRow, Db, Tx } from '../platform/database/tables.ts'
import { openSession, type Visitor } from '../sessions/open-session.ts'
import type { Tokens } from '../sessions/tokens.ts'
import { accountOfIdentity, type GoogleIdentity, linkIdentity, spendOnce } from './google-identity.ts'
import type { PendingSignIns } from './pending-sign-ins.ts'
import { refused, type VerifyDeps, verifyIdToken } from './verify-id-token.ts'
import { wipeUnprovenAccount } from './wipe-unproven-account.ts'

export type GoogleDeps = VerifyDeps & { db: Db; tokens: Tokens; pending: PendingSignIns }

export type GoogleSignIn =
  | { kind: 'signed-in'; account: AccountRow; token: string }
  /** Nobody is signed in: `token` is for `completeGoogleSignIn`. */
  | { kind: 'terms-needed'; email: string; token: string }

/** Nobody has ticked a box for a longer session: it lasts a day. */
export const REMEMBER = false

/**
 * Signs in with an ID token of Google. A Google account that is known signs in to its account. One with the e-mail of an
 * account that has verified it is linked to that account. For any other e-mail, the terms have to be accepted first; an
 * account that has it without having verified it loses every way in at once. Throws what `verifyIdToken` throws, and
 * `login_failed` for a nonce that was used.
 */
export async function signInWithGoogle(deps: GoogleDeps, token: string, visitor: Visitor): Promise<GoogleSignIn> {
  const { identity, nonce, nonceExpiresAt } = await verifyIdToken(deps, token)
  return deps.db.transaction().execute(async (tx): Promise<GoogleSignIn> => {
    const now = deps.clock.now()
    if (!(await spendOnce(tx, nonce, nonceExpiresAt))) throw refused()
    const account = await findProven(tx, identity, now)
    if (account) return { kind: 'signed-in', account, token: await openSession(deps, tx, account, visitor, REMEMBER) }
    return { kind: 'terms-needed', email: identity.email, token: await deps.pending.issue(identity) }
  })
}

/**
 * The account that the Google account signs in to, linked now if their e-mails are the same and both verified; null when
 * there is none, after wiping an account that has the e-mail unverified.
 */
export async function findProven(tx: Tx, identity: GoogleIdentity, now: number): Promise<AccountRow | null> {
  const known = await accountOfIdentity(tx, identity)
  if (known) return known
  const found = await accountByEmail(tx, identity.email)
  if (!found) return null
  // The lock, and reading again: the address may be verified at the same moment.
  await lockAccount(tx, found.id)
  const account = await accountByEmail(tx, identity.email)
  if (!account) return null
  if (account.email_verified_at === null) {
    await wipeUnprovenAccount(tx, account, now)
    return null
  }
  // One Google account for each account: a second one with the same address is a stranger who got the address later.
  if (!(await linkIdentity(tx, identity, account.id, now))) throw refused()
  return account
}
