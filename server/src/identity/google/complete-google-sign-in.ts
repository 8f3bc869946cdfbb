import { messages, versionFaults } from '@bidwell/contract'
import type { Updateable } from 'kysely'
import type { Visitor } from '../../http/route.ts'
import type { Tables } from '../../platform/database/generated-tables.ts'
import type { AccountRow, Tx } from '../../platform/database/tables.ts'
import { AppError, refuseFaults } from '../../platform/errors.ts'
import { recordProductEvent } from '../../trails/record-product-event.ts'
import { accountByEmail, insertAccount, lockAccount } from '../accounts/account-queries.ts'
import { sendLink } from '../accounts/send-link.ts'
import { wipeUnprovenAccount } from '../accounts/wipe-unproven-account.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { openSessionOrAsk } from '../second-factors/open-session-or-ask.ts'
import type { GoogleCtx } from './google-ctx.ts'
import { type GoogleIdentity, linkIdentity, refused, spendOnce } from './google-identity.ts'
import { type Arrival, findProven, linkNeeded, recordLink, REMEMBER } from './sign-in-with-google.ts'

type Acceptance = { token: string; termsVersion: string; privacyVersion: string }

/**
 * Signs in with a Google account that waits for the terms to be accepted, and makes its account, or takes over the one
 * that has the address unverified. A mailed link verifies an address that Google does not host. Throws `rule_broken` for other versions of the terms, which leaves the sign-in waiting,
 * and `login_failed` for a token that is not ours, has expired or was used.
 */
export async function completeGoogleSignIn(ctx: GoogleCtx, input: Acceptance, visitor: Visitor) {
  refuseFaults(versionFaults(input))
  const waiting = await ctx.pending.read(input.token)
  if (!waiting) throw refused()
  const { identity, expiresAt } = waiting
  const account = await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.clock.now()
    if (!(await spendOnce(tx, input.token, expiresAt))) throw refused()
    const proven = await findProven(ctx, tx, identity, { visitor, now })
    if (proven) return proven
    const made = await makeAccount(ctx, tx, identity, input, { visitor, now })
    await ctx.beginSignUpTrial(tx, made, now)
    await recordLink(tx, made.id, visitor)
    return made
  })
  const opened = await openSessionOrAsk(ctx, account, visitor, REMEMBER)
  if (account.email_verified_at === null) {
    const link = { purpose: 'verify_email', now: ctx.clock.now(), sessionId: opened.sessionId } as const
    await ctx.db.transaction().execute((tx) => sendLink(tx, account, link))
  }
  return { account, ...opened }
}

/** A new account, or the one that has the address unverified; verified if Google hosts the address. */
async function makeAccount(
  ctx: IdentityCtx,
  tx: Tx,
  identity: GoogleIdentity,
  input: Acceptance,
  arrival: Arrival,
): Promise<AccountRow> {
  const { now } = arrival
  const at = new Date(now)
  const proven = {
    auth_provider: 'google',
    email_verified_at: identity.isHosted ? at : null,
    terms_version: input.termsVersion,
    privacy_version: input.privacyVersion,
    terms_accepted_at: at,
    updated_at: at,
  } as const
  const opened = await insertAccount(tx, { ...proven, email: identity.email, created_at: at })
  if (!opened && !identity.isHosted) throw linkNeeded()
  const account = opened ?? (await takeOver(ctx, tx, identity.email, proven, arrival))
  if (!(await linkIdentity(tx, identity, account.id, now))) throw refused()
  if (opened) await recordProductEvent(tx, 'user_registered', account.id, now)
  return account
}

/** Wiped here too: somebody may have registered the address after `findProven` looked. */
async function takeOver(
  ctx: IdentityCtx,
  tx: Tx,
  email: string,
  proven: Updateable<Tables['accounts']>,
  arrival: Arrival,
): Promise<AccountRow> {
  const found = await accountByEmail(tx, email)
  if (found) await lockAccount(tx, found.id)
  const account = await accountByEmail(tx, email)
  if (!account || account.email_verified_at !== null) throw new AppError('conflict', messages.account.emailTaken)
  await wipeUnprovenAccount(ctx, tx, account, arrival)
  return tx.updateTable('accounts').set(proven).where('id', '=', account.id).returningAll().executeTakeFirstOrThrow()
}
