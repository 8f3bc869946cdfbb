import { api, type Passkey, type SecondFactorStatus } from '@bidwell/contract'
import { type Caller, type Route, route } from '../../http/route.ts'
import type { PasskeyRow } from '../../platform/database/tables.ts'
import { accountById } from '../accounts/account-queries.ts'
import { type AdminDeps, isAppointedAdmin } from '../accounts/is-admin.ts'
import { addPasskey, beginPasskey } from './add-passkey.ts'
import { findChallenge, issueChallenge } from './challenges.ts'
import { removePasskey, renamePasskey } from './change-passkey.ts'
import { passkeyRequest, requireRelyingParty } from './passkey-options.ts'
import { proofMethodsOf, proveIdentity, type ProveIdentityDeps } from './prove-identity.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { passkeysOf, secondFactorsOf, signsInWithGoogle } from './second-factor-queries.ts'
import { beginTotp, confirmTotp } from './set-up-totp.ts'
import { turnOffTotp } from './turn-off-totp.ts'

export type SecondFactorRouteDeps = ProveIdentityDeps & AdminDeps

/** The routes of second factors and of proofs of identity. Those that sign in are with the accounts. */
export function secondFactorRoutes(deps: SecondFactorRouteDeps): Route[] {
  const { db } = deps
  return [
    ...proofRoutes(deps),

    route(api.readSecondFactor, async ({ caller }) => ({ data: await readStatus(deps, caller) })),
    route(api.beginTotp, async ({ caller }) => ({
      data: await beginTotp(deps, await accountById(db, caller.accountId)),
    })),
    route(api.confirmTotp, async ({ caller, body, ...visitor }) => ({
      data: { recovery_codes: await confirmTotp(deps, caller, body.code, visitor) },
    })),
    route(api.turnOffTotp, async ({ caller, ...visitor }) => {
      await turnOffTotp(deps, caller, visitor)
      return { data: {} }
    }),
    route(api.renewRecoveryCodes, async ({ caller, ...visitor }) => ({
      data: { recovery_codes: await renewRecoveryCodes(deps, caller, visitor) },
    })),

    route(api.beginPasskey, async ({ caller }) => ({
      data: { options: await beginPasskey(deps, caller, await accountById(db, caller.accountId)) },
    })),
    route(api.addPasskey, async ({ caller, body, ...visitor }) => {
      const { passkey, recoveryCodes } = await addPasskey(deps, caller, body, visitor)
      return { data: { passkey: presentPasskey(passkey), recovery_codes: recoveryCodes } }
    }),
    route(api.renamePasskey, async ({ caller, params, body }) => ({
      data: { passkey: presentPasskey(await renamePasskey(deps, caller.accountId, params.id, body.name)) },
    })),
    route(api.removePasskey, async ({ caller, params, ...visitor }) => {
      await removePasskey(deps, caller, params.id, visitor)
      return { data: {} }
    }),
  ]
}

function proofRoutes(deps: SecondFactorRouteDeps): Route[] {
  const { db } = deps
  return [
    route(api.readProofMethods, async ({ caller }) => ({
      data: { methods: await proofMethodsOf(db, caller.accountId) },
    })),
    route(api.beginPasskeyProof, async ({ caller: { accountId, sessionId } }) => {
      const relyingParty = requireRelyingParty(deps.relyingParty)
      const challenge = await issueChallenge(deps, { purpose: 'proof', accountId, sessionId })
      return { data: { options: passkeyRequest(relyingParty, challenge, await passkeysOf(db, accountId)) } }
    }),
    route(api.proveIdentity, async ({ caller, body, ...visitor }) => {
      await proveIdentity(deps, caller, body, visitor)
      return { data: {} }
    }),
    route(api.beginPasskeySignIn, async ({ body: { challenge: pending } }) => {
      const relyingParty = requireRelyingParty(deps.relyingParty)
      if (pending === undefined) {
        return { data: { options: passkeyRequest(relyingParty, deps.passkeyNonces.issue(), []) } }
      }
      const accountId = (await findChallenge(deps, pending, 'second_factor'))?.account_id ?? null
      const passkeys = accountId === null ? [] : await passkeysOf(db, accountId)
      return { data: { options: passkeyRequest(relyingParty, pending, passkeys) } }
    }),
  ]
}

async function readStatus(deps: SecondFactorRouteDeps, { accountId }: Caller): Promise<SecondFactorStatus> {
  const [{ totpSince, passkeys, recoveryCodesLeft }, google, appointed] = await Promise.all([
    secondFactorsOf(deps.db, accountId),
    signsInWithGoogle(deps.db, accountId),
    isAppointedAdmin(deps, accountId),
  ])
  return {
    totp_since: totpSince?.toISOString() ?? null,
    passkeys: passkeys.map(presentPasskey),
    recovery_codes_left: recoveryCodesLeft,
    google_linked: google,
    passkey_origin: deps.relyingParty?.origin ?? null,
    required: appointed && totpSince === null && passkeys.length === 0,
  }
}

const presentPasskey = (passkey: PasskeyRow): Passkey => ({
  id: passkey.id,
  name: passkey.name,
  created_at: passkey.created_at.toISOString(),
  last_used_at: passkey.last_used_at?.toISOString() ?? null,
})
