import * as z from 'zod/mini'
import { type Endpoint, NoData } from '../endpoint.ts'
import { EmailInput, PasswordInput, Profile } from '../identity/account.ts'
import { NewSession } from '../identity/session.ts'

/** As it stands in the link of a mail. The server says what is wrong with it. */
const LinkToken = z.string().check(z.maxLength(200))

/**
 * Proves an address by the token of a mailed link: the address of a new account, or the address that an account is to
 * have. Only for the session that registered or that asked for the other address. Everybody else gets
 * `new_password_needed` for the link of a new account, and `forbidden` for the other. The browser then refreshes its token
 * to read `email_verified` from it.
 */
export const verifyEmail = {
  method: 'GET',
  path: '/auth/verify-email',
  access: 'optional',
  scope: 'people',
  summary: 'Verify an email address by the link of a mail',
  query: z.strictObject({ token: LinkToken }),
  data: z.object({ email: z.string() }),
} as const satisfies Endpoint

/** Proves the address of a new account by the code of the mail that has the link. Only for the session that registered. */
export const verifyByCode = {
  method: 'POST',
  path: '/auth/verify-email/code',
  access: 'signed-in',
  scope: 'people',
  spends: 'log',
  summary: 'Verify the email address of a new account by the code of a mail',
  body: z.strictObject({ code: z.string().check(z.maxLength(20)) }),
  data: z.object({ email: z.string() }),
} as const satisfies Endpoint

/**
 * Proves the address of a new account from outside of the session that registered it. Sets the password, takes every
 * earlier way in from the account, and signs in.
 */
export const verifyWithPassword = {
  method: 'POST',
  path: '/auth/verify-email',
  access: 'anyone',
  scope: 'open',
  summary: 'Verify the email address of a new account by the link of a mail, and set a new password',
  body: z.strictObject({ token: LinkToken, password: PasswordInput, confirmPassword: PasswordInput }),
  data: z.object({ profile: Profile }),
  top: NewSession,
} as const satisfies Endpoint

/** The answer is the same whether or not the address has an account, and whether or not it is verified. */
export const resendVerification = {
  method: 'POST',
  path: '/auth/resend-verification',
  access: 'anyone',
  scope: 'open',
  summary: 'Send the verification mail again',
  body: z.strictObject({ email: EmailInput }),
  data: NoData,
} as const satisfies Endpoint

/** The answer is the same whether or not the address has an account. */
export const requestReset = {
  method: 'POST',
  path: '/auth/request-reset',
  access: 'anyone',
  scope: 'open',
  summary: 'Send a link that sets a new password',
  body: z.strictObject({ email: EmailInput }),
  data: NoData,
} as const satisfies Endpoint

/** Does not use the link. `email` is the address that the account has once the link is used. */
export const validateResetToken = {
  method: 'POST',
  path: '/auth/validate-reset-token',
  access: 'anyone',
  scope: 'open',
  summary: 'Ask whether a reset link still works',
  body: z.strictObject({ token: LinkToken }),
  data: z.object({ email: z.string() }),
} as const satisfies Endpoint

/** Sets the password and ends every session of the account. Nobody is signed in by it. */
export const resetPassword = {
  method: 'POST',
  path: '/auth/reset-password',
  access: 'anyone',
  scope: 'open',
  summary: 'Set a new password by the link of a mail',
  body: z.strictObject({ token: LinkToken, password: PasswordInput, confirmPassword: PasswordInput }),
  data: NoData,
} as const satisfies Endpoint

/** The caller stays signed in; every other session of the account ends. */
export const changePassword = {
  method: 'PUT',
  path: '/account/password',
  access: 'recently-proven',
  scope: 'people',
  spends: 'safety',
  summary: 'Change the password',
  body: z.strictObject({ password: PasswordInput, confirmPassword: PasswordInput }),
  data: NoData,
} as const satisfies Endpoint

/** Sends a link to the new address. The account has it once the link is used, and not before. */
export const changeEmail = {
  method: 'PUT',
  path: '/account/email',
  access: 'recently-proven',
  scope: 'people',
  spends: 'log',
  summary: 'Ask for another email address',
  body: z.strictObject({ email: EmailInput }),
  data: NoData,
} as const satisfies Endpoint
