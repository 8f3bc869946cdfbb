import { api, messages } from '@bidwell/contract'
import { type Route, route } from '../../http/route.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { accountById } from './account-queries.ts'
import { changeProfile } from './change-profile.ts'
import { completeSignIn, signInByPasskey } from './complete-sign-in.ts'
import { mailLinkRoutes } from './mail-link-routes.ts'
import { presentProfile, presentSignIn } from './present-profile.ts'
import { register } from './register.ts'
import { signIn } from './sign-in.ts'

export function accountRoutes(ctx: IdentityCtx): Route[] {
  const { account: sentences } = messages
  const created = ctx.sendsMail ? sentences.created : sentences.createdWithoutEmail
  return [
    ...mailLinkRoutes(ctx),
    route(api.register, async (call) => {
      const { account, token } = await register(ctx, call.body, call)
      return { message: created, token, data: { profile: await presentProfile(ctx, account) } }
    }),
    route(api.signIn, async (call) => presentSignIn(ctx, await signIn(ctx, call.body, call))),
    route(api.completeSignIn, async ({ body, ...visitor }) =>
      presentSignIn(ctx, await completeSignIn(ctx, body, visitor)),
    ),
    route(api.passkeySignIn, async ({ body, ...visitor }) =>
      presentSignIn(ctx, await signInByPasskey(ctx, body, visitor)),
    ),
    route(api.readProfile, async ({ caller }) => {
      const profile = await presentProfile(ctx, await accountById(ctx.db, caller.accountId))
      return { data: profile, subscription_tier: profile.subscription_tier }
    }),
    route(api.changeProfile, async ({ caller, body, ...visitor }) => ({
      data: await presentProfile(ctx, await changeProfile(ctx, caller, body, visitor)),
    })),
  ]
}
