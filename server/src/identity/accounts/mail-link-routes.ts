import { api, messages } from '@bidwell/contract'
import { type Route, route } from '../../http/route.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import type { Tokens } from '../sessions/tokens.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { presentSignIn } from './present-profile.ts'
import { resetPassword, validateResetToken } from './reset-password.ts'
import { requestReset, resendVerification } from './send-link.ts'
import { verifyByCode } from './verify-by-code.ts'
import { verifyEmail } from './verify-email.ts'
import { verifyWithPassword } from './verify-with-password.ts'

/** The routes of mailed links, and those that change the password and the address of an account. */
export function mailLinkRoutes(ctx: IdentityCtx & { tokens: Tokens }): Route[] {
  return [
    route(api.verifyEmail, async (call) => {
      const { email, message } = await verifyEmail(ctx, call.query.token, call)
      return { message, data: { email } }
    }),
    route(api.verifyByCode, async (call) => {
      const { email, message } = await verifyByCode(ctx, call.body.code, call)
      return { message, data: { email } }
    }),
    route(api.verifyWithPassword, async (call) => {
      return {
        message: messages.mailLink.verified,
        ...(await presentSignIn(ctx, await verifyWithPassword(ctx, call.body, call))),
      }
    }),
    route(api.resendVerification, async (call) => {
      await resendVerification(ctx, call.body.email, call)
      return { message: messages.mailLink.verificationResent, data: {} }
    }),
    route(api.requestReset, async (call) => {
      await requestReset(ctx, call.body.email, call)
      return { message: messages.mailLink.resetSent, data: {} }
    }),
    route(api.validateResetToken, async ({ body }) => ({ data: await validateResetToken(ctx, body.token) })),
    route(api.resetPassword, async (call) => {
      await resetPassword(ctx, call.body, call)
      return { message: messages.mailLink.passwordReset, data: {} }
    }),
    route(api.changePassword, async (call) => {
      await changePassword(ctx, call.caller, call.body, call)
      return { message: messages.mailLink.passwordChanged, data: {} }
    }),
    route(api.changeEmail, async (call) => {
      await changeEmail(ctx, call.caller, call.body.email, call)
      return { message: messages.mailLink.emailChangeSent, data: {} }
    }),
  ]
}
