import { api, type Passkey, type SecondFactorStatus } from '@bidwell/contract'
import { done, type Caller, type Route, route } from '../../http/route.ts'
import type { PasskeyRow } from '../../platform/database/tables.ts'
import { accountById } from '../accounts/account-queries.ts'
import { isAppointedAdmin } from '../accounts/is-admin.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { addPasskey, beginPasskey } from './add-passkey.ts'
import { beginPasskeyProof, beginPasskeySignIn } from './begin-passkey-use.ts'
import { removePasskey, renamePasskey } from './change-passkey.ts'
import { proofMethodsOf, proveIdentity } from './prove-identity.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { secondFactorsOf, signsInWithGoogle } from './second-factor-queries.ts'
import { beginTotp, confirmTotp } from './set-up-totp.ts'
import { turnOffTotp } from './turn-off-totp.ts'

/** The routes of second factors and of proofs of identity. Those that sign in are with the accounts. */
export function secondFactorRoutes(ctx: IdentityCtx): Route[] {
  const { db } = ctx
  return [
    ...proofRoutes(ctx),

    route(api.readSecondFactor, async ({ caller }) => ({ data: await readStatus(ctx, caller) })),
    route(api.beginTotp, async ({ caller }) => ({
      data: await beginTotp(ctx, await accountById(db, caller.accountId)),
    })),
    route(api.confirmTotp, async ({ caller, body, ...visitor }) => ({
      data: { recovery_codes: await confirmTotp(ctx, caller, body.code, visitor) },
    })),
    route(api.turnOffTotp, ({ caller, ...visitor }) => done(turnOffTotp(ctx, caller, visitor))),
    route(api.renewRecoveryCodes, async ({ caller, ...visitor }) => ({
      data: { recovery_codes: await renewRecoveryCodes(ctx, caller, visitor) },
    })),

    route(api.beginPasskey, async ({ caller }) => ({
      data: { options: await beginPasskey(ctx, caller, await accountById(db, caller.accountId)) },
    })),
    route(api.addPasskey, async ({ caller, body, ...visitor }) => {
      const { passkey, recoveryCodes } = await addPasskey(ctx, caller, body, visitor)
      return { data: { passkey: presentPasskey(passkey), recovery_codes: recoveryCodes } }
    }),
    route(api.renamePasskey, async ({ caller, params, body }) => ({
      data: { passkey: presentPasskey(await renamePasskey(ctx, caller.accountId, params.id, body.name)) },
    })),
    route(api.removePasskey, ({ caller, params, ...visitor }) => done(removePasskey(ctx, caller, params.id, visitor))),
  ]
}

function proofRoutes(ctx: IdentityCtx): Route[] {
  const { db } = ctx
  return [
    route(api.readProofMethods, async ({ caller }) => ({
      data: { methods: await proofMethodsOf(db, caller.accountId) },
    })),
    route(api.beginPasskeyProof, async ({ caller }) => ({ data: { options: await beginPasskeyProof(ctx, caller) } })),
    route(api.proveIdentity, ({ caller, body, ...visitor }) => done(proveIdentity(ctx, caller, body, visitor))),
    route(api.beginPasskeySignIn, async ({ body }) => ({
      data: { options: await beginPasskeySignIn(ctx, body.challenge) },
    })),
  ]
}

async function readStatus(ctx: IdentityCtx, { accountId }: Caller): Promise<SecondFactorStatus> {
  const [{ totpSince, passkeys, recoveryCodesLeft }, google, appointed] = await Promise.all([
    secondFactorsOf(ctx.db, accountId),
    signsInWithGoogle(ctx.db, accountId),
    isAppointedAdmin(ctx, accountId),
  ])
  return {
    totp_since: totpSince?.toISOString() ?? null,
    passkeys: passkeys.map(presentPasskey),
    recovery_codes_left: recoveryCodesLeft,
    google_linked: google,
    passkey_origin: ctx.relyingParty?.origin ?? null,
    required: appointed && totpSince === null && passkeys.length === 0,
  }
}

const presentPasskey = (passkey: PasskeyRow): Passkey => ({
  id: passkey.id,
  name: passkey.name,
  created_at: passkey.created_at.toISOString(),
  last_used_at: passkey.last_used_at?.toISOString() ?? null,
})
