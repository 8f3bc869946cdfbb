import { isEmail, messages, normalizeEmail } from '@bidwell/contract'
import { errors, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { AccountRow, Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { spendHash } from '../../platform/spend-hash.ts'
import type { GoogleCtx } from './google-ctx.ts'

/**
 * An account at Google. `email` is in the form in which accounts have it, and verified by Google. Only while Google hosts
 * the address, its holder is the holder of the Google account: any other address may have changed hands.
 */
export type GoogleIdentity = { issuer: string; subject: string; email: string; isHosted: boolean }

/** Google uses both forms: https://developers.google.com/identity/gsi/web/guides/verify-google-id-token */
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com']
const CLOCK_TOLERANCE_S = 30

const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.string().check(z.maxLength(1_000)),
  email_verified: z.literal(true),
  nonce: z.string(),
  /** The domain of an organization at Google. */
  hd: z.optional(z.string()),
})

/** Google's own domains, in which it gives an address to one person for good. */
const GOOGLE_DOMAINS = ['gmail.com', 'googlemail.com']

/**
 * Verifies an ID token that Google issued for us, with a nonce of ours, to somebody whose e-mail Google has verified. The
 * caller must spend the nonce. Throws `login_failed`; `unavailable` when Google's keys cannot be read; and `rule_broken`
 * for an address that no account may have.
 */
export async function verifyIdToken(
  { clock, clientId, keys, nonces }: Pick<GoogleCtx, 'clock' | 'clientId' | 'keys' | 'nonces'>,
  token: string,
) {
  const payload = await verified()
  const claims = z.safeParse(Claims, payload)
  // The library accepts a list of audiences that contains ours.
  if (!claims.success || payload.aud !== clientId) throw refused()
  const { sub, email: given, nonce, hd } = claims.data
  const nonceExpiresAt = nonces.expiryOf(nonce)
  if (nonceExpiresAt === null) throw refused()
  const email = normalizeEmail(given)
  if (!isEmail(email)) throw new AppError('rule_broken', messages.google.emailUnusable)
  const domain = email.slice(email.indexOf('@') + 1)
  // https://developers.google.com/identity/gsi/web/guides/verify-google-id-token says when Google is authoritative.
  const isHosted = GOOGLE_DOMAINS.includes(domain) || hd?.toLowerCase() === domain
  const identity: GoogleIdentity = { issuer: 'https://accounts.google.com', subject: sub, email, isHosted }
  return { identity, nonce, nonceExpiresAt }

  async function verified() {
    try {
      const { payload: read } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer: ISSUERS,
        audience: clientId,
        requiredClaims: ['exp', 'iat'],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(clock.now()),
      })
      return read
    } catch (error) {
      if (error instanceof errors.JOSEError) throw refused()
      throw error
    }
  }
}

export const refused = () => new AppError('login_failed', messages.google.loginFailed)

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
