import * as contract from '@bidwell/contract'
import { type Route, route } from '../platform/route.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { resetPassword, type ResetDeps, validateResetToken } from './reset-password.ts'
import { type LinkDeps, requestReset, resendVerification } from './send-link.ts'
import { verifyEmail } from './verify-email.ts'

/** The routes of mailed links, and those that change the password and the address of an account. */
export function mailLinkRoutes(deps: LinkDeps & ResetDeps): Route[] {
  const { messages } = contract
  return [
    route(contract.verifyEmail, async ({ query, ipAddress, userAgent }) => {
      const { email, message } = await verifyEmail(deps, query.token, { ipAddress, userAgent })
      return { message, data: { email } }
    }),
    route(contract.resendVerification, async ({ body, ipAddress, userAgent }) => {
      await resendVerification(deps, body.email, { ipAddress, userAgent })
      return { message: messages.mailLink.verificationResent, data: {} }
    }),
    route(contract.requestReset, async ({ body, ipAddress, userAgent }) => {
      await requestReset(deps, body.email, { ipAddress, userAgent })
      return { message: messages.mailLink.resetSent, data: {} }
    }),
    route(contract.validateResetToken, async ({ body }) => ({ data: await validateResetToken(deps, body.token) })),
    route(contract.resetPassword, async ({ body, ipAddress, userAgent }) => {
      await resetPassword(deps, body, { ipAddress, userAgent })
      return { message: messages.mailLink.passwordReset, data: {} }
    }),
    route(contract.changePassword, async ({ caller, body, ipAddress, userAgent }) => {
      await changePassword(deps, caller, body, { ipAddress, userAgent })
      return { message: messages.mailLink.passwordChanged, data: {} }
    }),
    route(contract.changeEmail, async ({ caller, body, ipAddress, userAgent }) => {
      await changeEmail(deps, caller, body.email, { ipAddress, userAgent })
      return { message: messages.mailLink.emailChangeSent, data: {} }
    }),
  ]
}
