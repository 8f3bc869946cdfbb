import { api, messages } from '@bidwell/contract'
import { doneWith, type Route, route } from '../../http/route.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { presentSignIn } from './present-profile.ts'
import { resetPassword, validateResetToken } from './reset-password.ts'
import { requestReset, resendVerification } from './send-link.ts'
import { verifyByCode } from './verify-by-code.ts'
import { verifyEmail } from './verify-email.ts'
import { verifyWithPassword } from './verify-with-password.ts'

/** The routes of mailed links, and those that change the password and the address of an account. */
export function mailLinkRoutes(ctx: IdentityCtx): Route[] {
  return [
    route(api.verifyEmail, async (call) => {
      const { email, message } = await verifyEmail(ctx, call.query.token, call)
      return { message, data: { email } }
    }),
    route(api.verifyByCode, async (call) => {
      const { email, message } = await verifyByCode(ctx, call.body.code, call)
      return { message, data: { email } }
    }),
    route(api.verifyWithPassword, async (call) => ({
      message: messages.mailLink.verified,
      ...(await presentSignIn(ctx, await verifyWithPassword(ctx, call.body, call))),
    })),
    route(api.resendVerification, (call) =>
      doneWith(messages.mailLink.verificationResent, resendVerification(ctx, call.body.email, call)),
    ),
    route(api.requestReset, (call) => doneWith(messages.mailLink.resetSent, requestReset(ctx, call.body.email, call))),
    route(api.validateResetToken, async ({ body }) => ({ data: await validateResetToken(ctx, body.token) })),
    route(api.resetPassword, (call) => doneWith(messages.mailLink.passwordReset, resetPassword(ctx, call.body, call))),
    route(api.changePassword, (call) =>
      doneWith(messages.mailLink.passwordChanged, changePassword(ctx, call.caller, call.body, call)),
    ),
    route(api.changeEmail, (call) =>
      doneWith(messages.mailLink.emailChangeSent, changeEmail(ctx, call.caller, call.body.email, call)),
    ),
  ]
}
