import * as z from 'zod/mini'
import { type Endpoint, Nothing } from './endpoint.ts'
import { ACCOUNT } from './limits.ts'
import * as messages from './messages/index.ts'
import { AuthProvider, Token } from './session.ts'

/** Trimmed, lowercased, and freed of characters that no address of ours has; both sides apply it before looking. */
export function normalizeEmail(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9@._+-]/g, '')
}

const EMAIL_FORM = /^[a-z0-9._+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/

export const isEmail = (normalized: string): boolean =>
  normalized.length <= ACCOUNT.maxEmailLength && EMAIL_FORM.test(normalized)

const typedEmail = z.string().check(z.minLength(1), z.maxLength(ACCOUNT.maxEmailLength * 2))
/** As it comes in; how long it must be is the verb's rule, so that its answer is the catalogue's sentence. */
const typedPassword = z.string().check(z.maxLength(1_024))

export const Profile = z.object({
  id: z.int(),
  email: z.string(),
  email_verified: z.boolean(),
  auth_provider: AuthProvider,
  subscription_tier: z.string(),
  default_seconds_before_end: z.int(),
  /** The most, in dollars, that all bids which may be won on one day may add up to; null: no limit. */
  day_limit: z.nullable(z.number()),
  phone_number: z.nullable(z.string()),
  sms_opt_in: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Profile = z.infer<typeof Profile>

export const Registration = z.strictObject({
  email: typedEmail,
  password: typedPassword,
  confirmPassword: typedPassword,
  terms: z.boolean(),
  termsVersion: z.string().check(z.minLength(1), z.maxLength(20)),
  privacyVersion: z.string().check(z.minLength(1), z.maxLength(20)),
  smsOptIn: z.optional(z.boolean()),
  phoneNumber: z.optional(z.string().check(z.maxLength(40))),
})
export type Registration = z.infer<typeof Registration>

export const Login = z.strictObject({
  email: typedEmail,
  password: typedPassword,
  remember_me: z.optional(z.boolean()),
})
export type Login = z.infer<typeof Login>

export const register = {
  method: 'POST',
  path: '/auth/register',
  access: 'anyone',
  summary: 'Open an account; the answer signs it in',
  body: Registration,
  data: z.object({ profile: Profile }),
  top: Token,
} as const satisfies Endpoint

export const login = {
  method: 'POST',
  path: '/auth/login',
  access: 'anyone',
  summary: 'Sign in by e-mail and password',
  body: Login,
  data: z.object({ profile: Profile }),
  top: Token,
} as const satisfies Endpoint

/** Answers a token whose session has the password freshly proven. */
export const provePassword = {
  method: 'POST',
  path: '/auth/prove-password',
  access: 'signed-in',
  summary: 'Prove the password again, before touching site credentials',
  body: z.strictObject({ password: typedPassword }),
  data: Nothing,
} as const satisfies Endpoint

export const readProfile = {
  method: 'GET',
  path: '/profile',
  access: 'signed-in',
  summary: 'The signed-in user',
  data: Profile,
  top: z.object({ subscription_tier: z.string() }),
} as const satisfies Endpoint

export const changeProfile = {
  method: 'PATCH',
  path: '/profile',
  access: 'signed-in',
  summary: 'Change preferences',
  body: z.strictObject({
    default_seconds_before_end: z.optional(z.number()),
    day_limit: z.optional(z.nullable(z.number())),
  }),
  data: Profile,
} as const satisfies Endpoint

/** The five criteria of the strength meter, in the order shown. */
export const passwordCriteria = [
  { id: 'length', label: 'At least 8 characters', holds: (p: string) => p.length >= ACCOUNT.minPasswordLength },
  { id: 'special', label: 'A special character', holds: (p: string) => /[^A-Za-z0-9\s]/.test(p) },
  { id: 'digit', label: 'A number', holds: (p: string) => /[0-9]/.test(p) },
  { id: 'case', label: 'Upper and lower case letters', holds: (p: string) => /[a-z]/.test(p) && /[A-Z]/.test(p) },
  {
    id: 'long',
    label: '12 or more characters (recommended)',
    holds: (p: string) => p.length >= ACCOUNT.recommendedPasswordLength,
  },
] as const

const STRENGTHS = ['Very Weak', 'Weak', 'Fair', 'Good', 'Strong', 'Very Strong'] as const

export function passwordStrength(password: string): { score: number; label: (typeof STRENGTHS)[number] } {
  const score = passwordCriteria.filter((criterion) => criterion.holds(password)).length
  return { score, label: STRENGTHS[score] ?? STRENGTHS[0] }
}

/**
 * Why a registration cannot go ahead, per field, in the product's words; empty when it can. The form and the server
 * both ask this, so they cannot disagree.
 */
export function registrationFaults(wanted: Registration): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = []
  if (!isEmail(normalizeEmail(wanted.email))) faults.push({ path: 'email', message: messages.account.emailInvalid })
  if (wanted.password.length < ACCOUNT.minPasswordLength) {
    faults.push({ path: 'password', message: messages.account.passwordTooShort })
  }
  if (wanted.password.length > ACCOUNT.maxPasswordLength) {
    faults.push({ path: 'password', message: messages.account.passwordTooLong })
  }
  if (wanted.confirmPassword !== wanted.password) {
    faults.push({ path: 'confirmPassword', message: messages.account.passwordsDiffer })
  }
  if (!wanted.terms) faults.push({ path: 'terms', message: messages.account.termsRequired })
  if (wanted.termsVersion !== ACCOUNT.termsVersion) {
    faults.push({ path: 'termsVersion', message: messages.account.termsOutdated })
  }
  if (wanted.privacyVersion !== ACCOUNT.privacyVersion) {
    faults.push({ path: 'privacyVersion', message: messages.account.privacyOutdated })
  }
  if (wanted.smsOptIn) {
    const digits = (wanted.phoneNumber ?? '').replace(/\D/g, '')
    if (digits === '') faults.push({ path: 'phoneNumber', message: messages.account.phoneRequired })
    else if (digits.length !== ACCOUNT.phoneDigits) {
      faults.push({ path: 'phoneNumber', message: messages.account.phoneInvalid })
    }
  }
  return faults
}

/** `(555) 123-4567`, as far as it has been typed. */
export function formatPhone(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, ACCOUNT.phoneDigits)
  if (digits.length < 4) return digits
  if (digits.length < 7) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}
