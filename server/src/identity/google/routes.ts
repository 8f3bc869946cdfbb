import { api, messages } from '@bidwell/contract'
import type { Config } from '../../config/config.ts'
import { done, type Route, route } from '../../http/route.ts'
import type { SessionKey } from '../../platform/derived-keys/derive-key.ts'
import { createNonces } from '../../platform/derived-keys/nonces.ts'
import { AppError } from '../../platform/errors.ts'
import { presentSignIn } from '../accounts/present-profile.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { completeGoogleSignIn } from './complete-google-sign-in.ts'
import type { GoogleCtx } from './google-ctx.ts'
import { createGoogleKeys } from './google-keys.ts'
import { linkGoogleAccount } from './link-google-account.ts'
import { createPendingSignIns } from './pending-sign-ins.ts'
import { proveWithGoogle } from './prove-with-google.ts'
import { signInWithGoogle } from './sign-in-with-google.ts'

/** An open sign-in form renews its nonce before that. */
const NONCE_MS = 3_600_000

/** `google` is null where signing in with Google is not set up: the calls then answer 404. */
export function googleRoutes(ctx: IdentityCtx, google: Config['google'], sessionKeys: readonly SessionKey[]): Route[] {
  const { clock } = ctx
  const nonces = createNonces(sessionKeys, clock, { purpose: 'google nonces', lifeMs: NONCE_MS })
  const googleCtx: GoogleCtx | null = google && {
    ...ctx,
    nonces,
    clientId: google.clientId,
    keys: createGoogleKeys({ clock, url: google.jwksUrl }),
    pending: createPendingSignIns(sessionKeys, clock),
  }
  function requireGoogle() {
    if (!googleCtx) throw new AppError('not_found', messages.generic.notFound)
    return googleCtx
  }

  return [
    route(api.readGoogleSettings, async () => ({
      data: google && { client_id: google.clientId, script_url: google.scriptUrl, nonce: nonces.issue() },
    })),
    route(api.googleAuth, async ({ body, ...visitor }) => {
      const result = await signInWithGoogle(requireGoogle(), body.token, visitor)
      if (result.kind === 'signed-in') {
        const user = { email: result.account.email, needsTermsAcceptance: false }
        const signedIn = await presentSignIn(ctx, result)
        return { message: messages.google.signedIn, ...signedIn, needsTermsAcceptance: false, user }
      }
      return {
        message: messages.google.termsNeeded,
        token: result.token,
        deletion_cancelled: false,
        deletion_due: null,
        needsTermsAcceptance: true,
        user: { email: result.email, needsTermsAcceptance: true },
        data: { profile: null },
      }
    }),
    route(api.completeGoogleAuth, async ({ body, ...visitor }) => {
      const signedIn = await completeGoogleSignIn(requireGoogle(), body, visitor)
      return { message: messages.google.signedIn, ...(await presentSignIn(ctx, signedIn)) }
    }),
    route(api.linkGoogle, async ({ caller, body, ...visitor }) =>
      done(linkGoogleAccount(requireGoogle(), caller, body.token, visitor)),
    ),
    route(api.proveWithGoogle, async ({ caller, body, ...visitor }) =>
      done(proveWithGoogle(requireGoogle(), caller, body.token, visitor)),
    ),
  ]
}
