import { type PasskeyAssertion, SECOND_FACTOR } from '@bidwell/contract'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import type { AccountRow, PasskeyRow, Tx } from '../../platform/database/tables.ts'
import type { SessionKey } from '../../platform/derived-keys/derive-key.ts'
import { createNonces, type Nonces } from '../../platform/derived-keys/nonces.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { accountById } from '../accounts/account-queries.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { type RelyingParty, userHandleOf } from './relying-party.ts'

/**
 * `copied`: the signature is right, and the authenticator counts backwards: somebody has a copy of the key. `spent`: the
 * signature is right, and the challenge was answered before.
 */
export type PasskeyVerdict =
  /** The account as it was while the passkey was still its own. */
  { kind: 'right'; account: AccountRow } | { kind: 'wrong' } | { kind: 'spent' } | { kind: 'copied'; accountId: number }

/**
 * Checks that a passkey of ours has signed the challenge for this origin, after a PIN, a finger or a face. The row's lock
 * makes concurrent answers count one after the other. `spend` notes that the challenge was answered, for one without a row.
 */
export async function verifyPasskey(
  { db, clock, relyingParty }: IdentityCtx,
  challenge: string,
  assertion: PasskeyAssertion,
  spend: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<PasskeyVerdict> {
  if (!relyingParty) return { kind: 'wrong' }
  return db.transaction().execute(async (tx) => {
    const found = await lockPasskey(tx, assertion)
    if (!found) return { kind: 'wrong' }
    const { passkey, account } = found
    const count = await signedCount(relyingParty, challenge, assertion, passkey)
    if (count === null) return { kind: 'wrong' }
    if (!(await spend(tx))) return { kind: 'spent' }
    const { signature_count: before } = passkey
    if ((count > 0 || before > 0) && count <= before) return { kind: 'copied', accountId: account.id }
    await tx
      .updateTable('passkeys')
      .set({ signature_count: count, last_used_at: new Date(clock.now()) })
      .where('id', '=', passkey.id)
      .execute()
    return { kind: 'right', account }
  })
}

/** The passkey that answers, unless it answers for another account than the one it was made for. */
async function lockPasskey(tx: Tx, { id, response: { userHandle } }: PasskeyAssertion) {
  const passkey = await tx
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) return null
  const account = await accountById(tx, passkey.account_id)
  return userHandle === undefined || userHandle === userHandleOf(account) ? { passkey, account } : null
}

/** What the authenticator's counter says; null when the signature, the origin or the challenge is wrong. */
async function signedCount(
  { id: rpId, origin }: RelyingParty,
  challenge: string,
  { response: { authenticatorData, clientDataJSON, signature, userHandle }, ...assertion }: PasskeyAssertion,
  passkey: PasskeyRow,
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { authenticatorData, clientDataJSON, signature, ...(userHandle !== undefined && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // The caller compares the counter, to tell a copied passkey from a wrong signature.
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The library throws an error without a type for each answer that breaks the standard.
    return null
  }
}

const ClientData = z.object({ challenge: z.string() })

/**
 * The challenge that a passkey's answer says it has signed, from its `clientDataJSON`; an empty text when it says none.
 * The signature has to be checked afterwards.
 */
export function challengeIn(clientDataJSON: string): string {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).challenge
  } catch {
    return ''
  }
}

/**
 * The challenges of sign-ins by passkey alone. Anybody may ask for them, so they have no row: the row that `spendNonce`
 * adds says that one was answered.
 */
export const createPasskeyNonces = (sessionKeys: readonly SessionKey[], clock: Clock): Nonces =>
  createNonces(sessionKeys, clock, { purpose: 'passkey challenges', lifeMs: SECOND_FACTOR.challengeMs })

/** Notes that the challenge of a sign-in by passkey was answered. Returns false when it had been answered before. */
export async function spendNonce(tx: Tx, nonce: string, expiresAt: number): Promise<boolean> {
  const added = await tx
    .insertInto('identity_challenges')
    .values({ challenge_hash: hashSecret(nonce), purpose: 'passkey_login', expires_at: new Date(expiresAt) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('purpose')
    .executeTakeFirst()
  return added !== undefined
}
