import { api, messages } from '@bidwell/contract'
import { type Route, route } from '../../http/route.ts'
import type { PlanDeps } from '../../plans/read-entitlement.ts'
import type { Tokens } from '../sessions/tokens.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import type { AdminDeps } from './is-admin.ts'
import { presentSignIn } from './present-profile.ts'
import { type ResetDeps, resetPassword, validateResetToken } from './reset-password.ts'
import { type LinkDeps, requestReset, resendVerification } from './send-link.ts'
import { verifyByCode } from './verify-by-code.ts'
import { verifyEmail } from './verify-email.ts'
import { verifyWithPassword } from './verify-with-password.ts'

/** The routes of mailed links, and those that change the password and the address of an account. */
export function mailLinkRoutes(deps: LinkDeps & ResetDeps & PlanDeps & AdminDeps & { tokens: Tokens }): Route[] {
  return [
    route(api.verifyEmail, async (call) => {
      const { email, message } = await verifyEmail(deps, call.query.token, call)
      return { message, data: { email } }
    }),
    route(api.verifyByCode, async (call) => {
      const { email, message } = await verifyByCode(deps, call.body.code, call)
      return { message, data: { email } }
    }),
    route(api.verifyWithPassword, async (call) => {
      return {
        message: messages.mailLink.verified,
        ...(await presentSignIn(deps, await verifyWithPassword(deps, call.body, call))),
      }
    }),
    route(api.resendVerification, async (call) => {
      await resendVerification(deps, call.body.email, call)
      return { message: messages.mailLink.verificationResent, data: {} }
    }),
    route(api.requestReset, async (call) => {
      await requestReset(deps, call.body.email, call)
      return { message: messages.mailLink.resetSent, data: {} }
    }),
    route(api.validateResetToken, async ({ body }) => ({ data: await validateResetToken(deps, body.token) })),
    route(api.resetPassword, async (call) => {
      await resetPassword(deps, call.body, call)
      return { message: messages.mailLink.passwordReset, data: {} }
    }),
    route(api.changePassword, async (call) => {
      await changePassword(deps, call.caller, call.body, call)
      return { message: messages.mailLink.passwordChanged, data: {} }
    }),
    route(api.changeEmail, async (call) => {
      await changeEmail(deps, call.caller, call.body.email, call)
      return { message: messages.mailLink.emailChangeSent, data: {} }
    }),
  ]
}
