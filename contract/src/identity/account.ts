import * as z from 'zod/mini'
import { TaxBase } from '../bids/delivered-price.ts'
import * as messages from '../messages/index.ts'
import { ACCOUNT } from './limits.ts'
import { AuthProvider } from './session.ts'

/**
 * Trims and lowercases an address. Both sides compare this form. Other letters than A to Z stay: the sign for Kelvin would
 * become a k, and so another person's address.
 */
export const normalizeEmail = (input: string): string =>
  input.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * Drops the characters that no accepted address has. Only for a form that shows the user the result: dropped unseen,
 * they would turn one person's address into another's.
 */
export const cleanEmail = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9@._+-]/g, '')

/** Drops HTML tags. Only for a form that shows the user what happens: no password of an account contains a tag. */
export const cleanPassword = (typed: string): string => typed.replace(/<[^>]*>/g, '')

const EMAIL_FORM = /^[a-z0-9._+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/

export const isEmail = (normalized: string): boolean =>
  normalized.length <= ACCOUNT.maxEmailLength && EMAIL_FORM.test(normalized)

/** As typed. The server says what is wrong with it, and changes nothing but blanks and capitals. */
export const EmailInput = z.string().check(z.maxLength(ACCOUNT.maxEmailLength * 2))

/** As typed. `registrationFaults` checks the length, so that the user reads the message of the catalogue. */
export const PasswordInput = z.string().check(z.maxLength(1_024))

export const Profile = z.object({
  id: z.int(),
  email: z.string(),
  email_verified: z.boolean(),
  auth_provider: AuthProvider,
  subscription_tier: z.string(),
  /** Whether the account administers the installation now: it is appointed, and has a second factor. */
  is_admin: z.boolean(),
  default_seconds_before_end: z.int(),
  /** The most, in dollars, that the bids whose auctions close on one day may cost in all. Null means no limit. */
  day_limit: z.nullable(z.number()),
  /** The same for one week from Monday, and for one month. */
  week_limit: z.nullable(z.number()),
  month_limit: z.nullable(z.number()),
  /** Where items are sent, for estimates of the shipping. */
  shipping_zip: z.nullable(z.string()),
  /** For delivered prices: the sales tax in percent, what it is on, and what is added to a shipping quote, percent. */
  tax_percent: z.number(),
  tax_on: TaxBase,
  quote_margin_percent: z.int(),
  phone_number: z.nullable(z.string()),
  sms_opt_in: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Profile = z.infer<typeof Profile>

export const Registration = z.strictObject({
  email: EmailInput.check(z.minLength(1)),
  password: PasswordInput,
  confirmPassword: PasswordInput,
  terms: z.boolean(),
  termsVersion: z.string().check(z.minLength(1), z.maxLength(20)),
  privacyVersion: z.string().check(z.minLength(1), z.maxLength(20)),
  smsOptIn: z.optional(z.boolean()),
  phoneNumber: z.optional(z.string().check(z.maxLength(40))),
})
export type Registration = z.infer<typeof Registration>

export const Login = z.strictObject({
  email: EmailInput.check(z.minLength(1)),
  password: PasswordInput,
  remember_me: z.optional(z.boolean()),
})
export type Login = z.infer<typeof Login>

/** The five criteria of the password strength meter, in the order shown. */
export const passwordCriteria = [
  { id: 'length', label: 'At least 8 characters', isMet: (p: string) => p.length >= ACCOUNT.minPasswordLength },
  { id: 'special', label: 'A special character', isMet: (p: string) => /[^A-Za-z0-9\s]/.test(p) },
  { id: 'digit', label: 'A number', isMet: (p: string) => /[0-9]/.test(p) },
  { id: 'case', label: 'Upper and lower case letters', isMet: (p: string) => /[a-z]/.test(p) && /[A-Z]/.test(p) },
  {
    id: 'long',
    label: '12 or more characters (recommended)',
    isMet: (p: string) => p.length >= ACCOUNT.recommendedPasswordLength,
  },
] as const

const STRENGTHS = ['Very Weak', 'Weak', 'Fair', 'Good', 'Strong', 'Very Strong'] as const

export function passwordStrength(password: string): { score: number; label: (typeof STRENGTHS)[number] } {
  const score = passwordCriteria.filter((criterion) => criterion.isMet(password)).length
  return { score, label: STRENGTHS[score] ?? STRENGTHS[0] }
}

/** Whether a password has everything that we advise. Registering asks for less: a length, and not a common password. */
export const followsPasswordAdvice = (password: string): boolean =>
  passwordCriteria.every(({ id, isMet }) => id === 'long' || isMet(password))

type NewPassword = { password: string; confirmPassword: string }

/** What is wrong with a new password and its repetition, by field; empty when nothing is. Forms and server share it. */
export function newPasswordFaults({ password, confirmPassword }: NewPassword): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = []
  if (password.length < ACCOUNT.minPasswordLength) {
    faults.push({ path: 'password', message: messages.account.passwordTooShort })
  }
  if (password.length > ACCOUNT.maxPasswordLength) {
    faults.push({ path: 'password', message: messages.account.passwordTooLong })
  }
  if (cleanPassword(password) !== password) {
    faults.push({ path: 'password', message: messages.account.passwordHasTags })
  }
  if (confirmPassword !== password) faults.push({ path: 'confirmPassword', message: messages.account.passwordsDiffer })
  return faults
}

type Versions = { termsVersion: string; privacyVersion: string }

/** Which accepted documents are not the present ones, by field. */
export function versionFaults({ termsVersion, privacyVersion }: Versions): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = []
  if (termsVersion !== ACCOUNT.termsVersion) {
    faults.push({ path: 'termsVersion', message: messages.account.termsOutdated })
  }
  if (privacyVersion !== ACCOUNT.privacyVersion) {
    faults.push({ path: 'privacyVersion', message: messages.account.privacyOutdated })
  }
  return faults
}

/** Each invalid field of a registration with its message; empty when the registration is valid. Form and server share it. */
export function registrationFaults(input: Registration): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = []
  if (!isEmail(normalizeEmail(input.email))) faults.push({ path: 'email', message: messages.account.emailInvalid })
  faults.push(...newPasswordFaults(input))
  if (!input.terms) faults.push({ path: 'terms', message: messages.account.termsRequired })
  faults.push(...versionFaults(input))
  if (input.smsOptIn) {
    const digits = phoneDigitsOf(input.phoneNumber ?? '')
    if (digits === '') faults.push({ path: 'phoneNumber', message: messages.account.phoneRequired })
    else if (digits.length !== ACCOUNT.phoneDigits) {
      faults.push({ path: 'phoneNumber', message: messages.account.phoneInvalid })
    }
  }
  return faults
}

/** The digits of a phone number without the country's 1, with which no area code begins. */
export const phoneDigitsOf = (input: string): string => input.replace(/\D/g, '').replace(/^1+/, '')

/** Formats a phone number while it is typed: `(555) 1`, `(555) 123-4567`. Digits too many stay, and are named as a fault. */
export function formatPhone(input: string): string {
  const digits = phoneDigitsOf(input)
  if (digits.length < 4) return digits
  if (digits.length < 7) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}
