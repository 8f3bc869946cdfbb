import { api, messages } from '@bidwell/contract'
import { type Route, route } from '../../http/route.ts'
import type { PlanDeps } from '../../plans/read-entitlement.ts'
import { accountById } from './account-queries.ts'
import { type ChangeDeps, changeProfile } from './change-profile.ts'
import { completeSignIn, type CompleteSignInDeps, signInByPasskey } from './complete-sign-in.ts'
import type { AdminDeps } from './is-admin.ts'
import { mailLinkRoutes } from './mail-link-routes.ts'
import { presentProfile, presentSignIn } from './present-profile.ts'
import { register, type RegisterDeps } from './register.ts'
import type { ResetDeps } from './reset-password.ts'
import type { LinkDeps } from './send-link.ts'
import { signIn, type PasswordSignInDeps } from './sign-in.ts'

type AccountDeps = PlanDeps &
  AdminDeps &
  RegisterDeps &
  PasswordSignInDeps &
  LinkDeps &
  ResetDeps &
  CompleteSignInDeps &
  ChangeDeps

export function accountRoutes(deps: AccountDeps): Route[] {
  const { account: sentences } = messages
  const created = deps.sendsMail ? sentences.created : sentences.createdWithoutEmail
  return [
    ...mailLinkRoutes(deps),
    route(api.register, async (call) => {
      const { account, token } = await register(deps, call.body, call)
      return { message: created, token, data: { profile: await presentProfile(deps, account) } }
    }),
    route(api.signIn, async (call) => {
      return presentSignIn(deps, await signIn(deps, call.body, call))
    }),
    route(api.completeSignIn, async ({ body, ...visitor }) => {
      return presentSignIn(deps, await completeSignIn(deps, body, visitor))
    }),
    route(api.passkeySignIn, async ({ body, ...visitor }) => {
      return presentSignIn(deps, await signInByPasskey(deps, body, visitor))
    }),
    route(api.readProfile, async ({ caller }) => {
      const profile = await presentProfile(deps, await accountById(deps.db, caller.accountId))
      return { data: profile, subscription_tier: profile.subscription_tier }
    }),
    route(api.changeProfile, async ({ caller, body, ...visitor }) => ({
      data: await presentProfile(deps, await changeProfile(deps, caller, body, visitor)),
    })),
  ]
}
