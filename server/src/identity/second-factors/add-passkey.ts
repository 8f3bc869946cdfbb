import { messages, type PasskeyAttestation, type PasskeyCreationOptions, SECOND_FACTOR } from '@bidwell/contract'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Caller, Visitor } from '../../http/route.ts'
import type { AccountRow, Db, PasskeyRow } from '../../platform/database/tables.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { findChallenge, issueChallenge, spendChallenge } from './challenges.ts'
import { endPasswordSessions } from './end-password-sessions.ts'
import { ALGORITHMS, passkeyCreation, requireRelyingParty } from './passkey-options.ts'
import { ensureRecoveryCodes } from './recovery-codes.ts'
import { type RelyingParty, userHandleOf } from './relying-party.ts'
import { reportChange } from './report-change.ts'
import { passkeysOf } from './second-factor-queries.ts'
import { challengeIn } from './verify-passkey.ts'

/** What the browser needs to make a passkey. Throws 409 where passkeys cannot work, or when there are too many. */
export async function beginPasskey(
  ctx: IdentityCtx,
  { sessionId }: Caller,
  account: Pick<AccountRow, 'id' | 'email' | 'created_at'>,
): Promise<PasskeyCreationOptions> {
  const relyingParty = requireRelyingParty(ctx.relyingParty)
  const known = await passkeysWithRoom(ctx.db, account.id)
  const challenge = await issueChallenge(ctx, { purpose: 'add_passkey', accountId: account.id, sessionId })
  return passkeyCreation(relyingParty, challenge, { email: account.email, userHandle: userHandleOf(account) }, known)
}

/**
 * Keeps a passkey that the browser of this session has made. The first second factor ends the other sessions. Returns recovery codes too, unless the account has some.
 * Throws 409 when the browser took too long or the passkey is known, and 422 when the passkey is not for this site.
 */
export async function addPasskey(
  ctx: IdentityCtx,
  caller: Caller,
  { name, passkey: attestation }: { name: string; passkey: PasskeyAttestation },
  visitor: Visitor,
): Promise<{ passkey: PasskeyRow; recoveryCodes: string[] | null }> {
  const { db, clock } = ctx
  const { accountId, sessionId } = caller
  const relyingParty = requireRelyingParty(ctx.relyingParty)
  const readName = readPasskeyName(name)
  const challenge = challengeIn(attestation.response.clientDataJSON)
  const asked = await findChallenge(ctx, challenge, 'add_passkey')
  if (asked?.session_id !== sessionId) throw new AppError('conflict', messages.secondFactor.proofExpired)
  const credential = await readCredential(relyingParty, challenge, attestation)

  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await passkeysWithRoom(tx, accountId)
    if (!(await spendChallenge(tx, challenge))) throw new AppError('conflict', messages.secondFactor.proofExpired)
    const now = clock.now()
    const othersEnded = await endPasswordSessions(tx, caller, { visitor, now })
    const passkey = await tx
      .insertInto('passkeys')
      .values({
        account_id: accountId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        signature_count: credential.counter,
        transports: attestation.response.transports ?? [],
        name: readName,
        created_at: new Date(now),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!passkey) throw new AppError('conflict', messages.secondFactor.passkeyKnown)
    await reportChange(tx, accountId, 'passkey-added', { visitor, at: now, othersEnded })
    return { passkey, recoveryCodes: await ensureRecoveryCodes(tx, accountId, now) }
  })
}

/** The passkeys of the account. Throws 409 when there is no room for another one. */
async function passkeysWithRoom(db: Db, accountId: number): Promise<PasskeyRow[]> {
  const known = await passkeysOf(db, accountId)
  if (known.length < SECOND_FACTOR.maxPasskeys) return known
  throw new AppError('conflict', messages.secondFactor.tooManyPasskeys)
}

/** The trimmed name. Throws 422 when nothing is left of it. */
export function readPasskeyName(name: string): string {
  if (name.trim() === '') throw fieldError('name', messages.secondFactor.passkeyNameRequired)
  return name.trim()
}

async function readCredential(
  { id: rpId, origin }: RelyingParty,
  challenge: string,
  { response: { attestationObject, clientDataJSON }, ...attestation }: PasskeyAttestation,
) {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...attestation, response: { attestationObject, clientDataJSON }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (registrationInfo) return registrationInfo.credential
  } catch (error) {
    // The library throws an error without a type for each answer that breaks the standard.
    throw refused(error)
  }
  throw refused()
}

const refused = (cause?: unknown) => new AppError('rule_broken', messages.secondFactor.passkeyRefused, { cause })
