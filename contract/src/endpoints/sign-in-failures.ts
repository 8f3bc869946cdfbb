import * as z from 'zod/mini'
import { SignInFailureType, RecoveryMethod } from '../browser.ts'
import { type Endpoint, NoData } from '../endpoint.ts'
import { EmailInput } from '../identity/account.ts'

/** A random name that a browser gives to its failed sign-ins. It lasts as long as the tab, and says nothing about a person. */
const SessionId = z.string().check(z.regex(/^[\w-]{1,64}$/, 'Must have 1 to 64 letters, digits, _ and -'))

export const trackSignInFailure = {
  method: 'POST',
  path: '/login-failure-analytics/track',
  access: 'anyone',
  scope: 'open',
  summary: 'Record a failed login, for the figures of the operator',
  body: z.strictObject({
    session_id: SessionId,
    user_agent: z.string().check(z.maxLength(500)),
    email: EmailInput,
    error_type: SignInFailureType,
    attempt_count: z.int().check(z.minimum(1), z.maximum(1_000)),
  }),
  data: NoData,
} as const satisfies Endpoint

export const trackSignInRecovery = {
  method: 'POST',
  path: '/login-failure-analytics/recovery',
  access: 'anyone',
  scope: 'open',
  summary: 'Record which way out of failed logins somebody chose',
  body: z.strictObject({ session_id: SessionId, recovery_method: RecoveryMethod }),
  data: NoData,
} as const satisfies Endpoint

export const trackSignInAbandoned = {
  method: 'POST',
  path: '/login-failure-analytics/abandoned',
  access: 'anyone',
  scope: 'open',
  summary: 'Record that somebody gave up after failed logins',
  body: z.strictObject({ session_id: SessionId }),
  data: NoData,
} as const satisfies Endpoint

export const trackSignInResolved = {
  method: 'POST',
  path: '/login-failure-analytics/resolved',
  access: 'anyone',
  scope: 'open',
  summary: 'Record that somebody signed in after failed logins',
  body: z.strictObject({ session_id: SessionId }),
  data: NoData,
} as const satisfies Endpoint
