import type { AccountRow, Tx } from '../platform/database/tables.ts'
import { hashSecret } from '../platform/secrets.ts'
import { spendHash } from '../platform/spend-hash.ts'

/**
 * An account at Google. `email` is in the form in which accounts have it, and verified by Google. Only while Google hosts
 * the address, its holder is the holder of the Google account: any other address may have changed hands.
 */
export type GoogleIdentity = { issuer: string; subject: string; email: string; isHosted: boolean }

/** The account that a Google account signs in to; null when it is new here. */
export async function accountOfIdentity(tx: Tx, { issuer, subject }: GoogleIdentity): Promise<AccountRow | null> {
  const row = await tx
    .selectFrom('accounts')
    .innerJoin('google_identities', 'google_identities.account_id', 'accounts.id')
    .selectAll('accounts')
    .where('google_identities.issuer', '=', issuer)
    .where('google_identities.subject', '=', subject)
    .executeTakeFirst()
  return row ?? null
}

/** Lets the Google account sign in. Returns false when another Google account signs in to that account already. */
export async function linkIdentity(
  tx: Tx,
  { issuer, subject, email }: GoogleIdentity,
  accountId: number,
  now: number,
): Promise<boolean> {
  const row = await tx
    .insertInto('google_identities')
    .values({ issuer, subject, email, account_id: accountId, linked_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a nonce or a token. Returns false when it has been used: of concurrent calls, one gets true. */
export const spendOnce = (tx: Tx, secret: string, expiresAt: number): Promise<boolean> =>
  spendHash(tx, hashSecret(secret), expiresAt)
