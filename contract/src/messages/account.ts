import { ACCOUNT } from '../limits.ts'

export const emailInvalid = 'Please enter a valid email address'
export const passwordTooShort = `Password must be at least ${ACCOUNT.minPasswordLength} characters`
export const passwordTooLong = `Password must be at most ${ACCOUNT.maxPasswordLength} characters`
export const passwordTooCommon =
  'This password is among the most common ones, which are tried first. Please choose another.'
export const passwordsDiffer = 'Passwords do not match'
export const termsRequired = 'You must accept the Terms of Service and Privacy Policy'
export const termsOutdated = `Our Terms of Service are now ${ACCOUNT.termsVersion}. Please reload the page to read and accept them.`
export const privacyOutdated = `Our Privacy Policy is now ${ACCOUNT.privacyVersion}. Please reload the page to read and accept it.`
export const phoneRequired = 'Phone number is required for SMS notifications'
export const phoneInvalid = 'Please enter a valid 10-digit phone number'
export const emailTaken = 'An account with this email already exists. Please log in instead.'
export const registrationFailed = 'Registration failed. Please try again.'
export const passwordRejected =
  'Password does not meet requirements. Please use at least 8 characters with letters, numbers, and symbols.'
export const emailRejected = 'Invalid email address. Please check and try again.'
export const created = 'Account created! Please check your email to verify.'
/** For installations that send no e-mail. */
export const createdWithoutEmail = 'Account created.'
export const loggedOut = 'You have been logged out'
export const logoutFailed = 'Failed to log out. Please try again.'
export const capsLock = 'Caps Lock is on'
export const dayLimitInvalid = "A day's limit must be whole cents from $0.01 to $1,000,000.00, or none"
