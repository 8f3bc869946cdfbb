import type { PasskeyRequestOptions } from '@bidwell/contract'
import type { Caller } from '../../http/route.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { findChallenge, issueChallenge } from './challenges.ts'
import { passkeyRequest, requireRelyingParty } from './passkey-options.ts'
import { passkeysOf } from './second-factor-queries.ts'

/** Asks for one of the caller's passkeys, as a proof of identity. */
export async function beginPasskeyProof(ctx: IdentityCtx, { accountId, sessionId }: Caller) {
  const relyingParty = requireRelyingParty(ctx.relyingParty)
  const challenge = await issueChallenge(ctx, { purpose: 'proof', accountId, sessionId })
  return passkeyRequest(relyingParty, challenge, await passkeysOf(ctx.db, accountId))
}

/** Asks for a passkey of the sign-in that waits for it, or for any passkey of ours to sign in with. */
export async function beginPasskeySignIn(
  ctx: IdentityCtx,
  pending: string | undefined,
): Promise<PasskeyRequestOptions> {
  const relyingParty = requireRelyingParty(ctx.relyingParty)
  if (pending === undefined) return passkeyRequest(relyingParty, ctx.passkeyNonces.issue(), [])
  const accountId = (await findChallenge(ctx, pending, 'second_factor'))?.account_id ?? null
  return passkeyRequest(relyingParty, pending, accountId === null ? [] : await passkeysOf(ctx.db, accountId))
}
