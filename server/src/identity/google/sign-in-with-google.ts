import { messages } from '@bidwell/contract'
import type { Visitor } from '../../http/route.ts'
import { tellOwner } from '../../notifying/notifications/tell-owner.ts'
import type { AccountRow, Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { accountByEmail, lockAccount } from '../accounts/account-queries.ts'
import { wipeUnprovenAccount } from '../accounts/wipe-unproven-account.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { refusalBudgets, spend } from '../limits/attempt-budgets.ts'
import { openSessionOrAsk } from '../second-factors/open-session-or-ask.ts'
import type { OpenedSession } from '../sessions/open-session.ts'
import type { GoogleCtx } from './google-ctx.ts'
import {
  accountOfIdentity,
  type GoogleIdentity,
  linkIdentity,
  refused,
  spendOnce,
  verifyIdToken,
} from './google-identity.ts'

export type GoogleSignIn =
  | ({ kind: 'signed-in'; account: AccountRow } & OpenedSession)
  /** Nobody is signed in: `token` is for `completeGoogleSignIn`. */
  | { kind: 'terms-needed'; email: string; token: string }

/** Nobody has ticked a box for a longer session: it lasts a day. */
export const REMEMBER = false

/**
 * Signs in with an ID token of Google. A Google account that is known signs in to its account. One with the e-mail of an
 * account that has verified it is linked to that account. For any other e-mail, the terms have to be accepted first; an
 * account that has it without having verified it loses every way in at once. Throws what `verifyIdToken` throws;
 * `google_link_needed` for the e-mail of an account that Google does not host; `login_failed` for a nonce that was used;
 * and `second_factor_required` for an account with a second factor.
 */
export async function signInWithGoogle(ctx: GoogleCtx, token: string, visitor: Visitor): Promise<GoogleSignIn> {
  const { identity, nonce, nonceExpiresAt } = await verifyIdToken(ctx, token)
  const signedIn = ctx.db.transaction().execute(async (tx) => {
    if (!(await spendOnce(tx, nonce, nonceExpiresAt))) throw new Replayed()
    return findProven(ctx, tx, identity, { visitor, now: ctx.clock.now() })
  })
  const account = await signedIn.catch((error: unknown) => reportRefusal(ctx, identity, visitor, error))
  if (!account) return { kind: 'terms-needed', email: identity.email, token: await ctx.pending.issue(identity) }
  return { kind: 'signed-in', account, ...(await openSessionOrAsk(ctx, account, visitor, REMEMBER)) }
}

/** A token that was used before. It is not logged: its first use is, and there may be any number of others. */
class Replayed extends Error {}

/** Logs a token that is Google's, and is refused all the same, because it belongs to somebody else. */
async function reportRefusal(
  { db, clock }: GoogleCtx,
  { email }: GoogleIdentity,
  visitor: Visitor,
  error: unknown,
): Promise<never> {
  if (error instanceof Replayed) throw refused()
  if (error instanceof AppError && (error.code === 'login_failed' || error.code === 'google_link_needed')) {
    await spend(db, refusalBudgets(visitor.ipAddress), clock.now())
    const accountId = (await accountByEmail(db, email))?.id ?? null
    const details = { provider: 'google' }
    await recordSecurityEvent(db, { ...visitor, accountId, kind: 'signed_in', outcome: 'failed', details })
  }
  throw error
}

export type Arrival = { visitor: Visitor; now: number }

/**
 * The account that the Google account signs in to, linked now if their e-mails are the same and both verified; null when
 * there is none, after wiping an account that has the e-mail unverified.
 */
export async function findProven(ctx: IdentityCtx, tx: Tx, identity: GoogleIdentity, { visitor, now }: Arrival) {
  const known = await accountOfIdentity(tx, identity)
  if (known) return known
  const found = await accountByEmail(tx, identity.email)
  if (!found) return null
  if (!identity.isHosted) throw linkNeeded()
  // The lock, and reading again: the address may be verified at the same moment.
  await lockAccount(tx, found.id)
  const account = await accountByEmail(tx, identity.email)
  if (!account) return null
  if (account.email_verified_at === null) {
    await wipeUnprovenAccount(ctx, tx, account, { visitor, now })
    return null
  }
  // One Google account for each account: a second one with the same address is a stranger who got the address later.
  if (!(await linkIdentity(tx, identity, account.id, now))) throw refused()
  await reportLink(tx, account, { visitor, now })
  return account
}

export const linkNeeded = () => new AppError('google_link_needed', messages.google.linkNeeded)

/** Records that a Google account signs in to an account from now on, and tells its owner. */
export async function reportLink(tx: Tx, { id: accountId, email: to }: AccountRow, { visitor, now }: Arrival) {
  await recordLink(tx, accountId, visitor)
  await tellOwner(
    tx,
    { kind: 'google_linked', to, accountId, values: { ipAddress: visitor.ipAddress }, isRead: true },
    now,
  )
}

export const recordLink = (tx: Tx, accountId: number, visitor: Visitor) =>
  recordSecurityEvent(tx, { ...visitor, accountId, kind: 'google_linked', outcome: 'ok' })
