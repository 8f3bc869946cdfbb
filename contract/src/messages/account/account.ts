import { ACCOUNT } from '../../identity/limits.ts'

export const emailInvalid = 'Please enter a valid email address'
export const passwordTooShort = `Password must be at least ${ACCOUNT.minPasswordLength} characters`
export const passwordTooLong = `Password must be at most ${ACCOUNT.maxPasswordLength} characters`
export const passwordHasTags = 'Password must not contain HTML tags, such as <b>'
export const passwordTooCommon =
  'This password is among the most common ones, which are tried first. Please choose another.'
export const passwordNamesOnly = 'This password is little more than a name that is tried first. Please choose another.'
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
/** Above the reason why registering failed. */
export const registrationFailedTitle = 'Registration failed'
export const resetRequestFailed = 'Failed to request password reset'
export const resetLinkNotSent = 'Failed to send reset link. Please try again.'
export const resetTokenInvalid = 'Invalid reset token'
export const resetFailed = 'Failed to reset password'
/** Does not say whether the address has an account. */
export const resetLinkFor = (email: string) =>
  `If ${email} has an account, it gets a link now. The link works once, within one hour.`
export const verificationLinkFor = (email: string) =>
  `We sent a link to ${email}. Open it within 24 hours, and we know that the address is yours.`
/** For the session that registered. */
export const verificationCodeFor = (email: string) =>
  `We sent a link and a code to ${email}. Within 24 hours, open the link or type the code here.`
export const verificationFailed = 'Email verification failed'
export const verificationSent = 'Verification email sent. Please check your inbox.'
export const verificationNotSent = 'Failed to send verification email. Please try again.'
export const resendFailed = 'Failed to resend verification email'
export const profileFailed = 'Failed to fetch profile'
export const loggedOut = 'You have been logged out'
export const logoutFailed = 'Failed to log out. Please try again.'
/** Beside `logoutFailed`. */
export const logoutUnconfirmed =
  'This browser has forgotten you, but the server could not be told: there, the session still stands.'
export const capsLock = 'Caps Lock is on'
/** The form has removed characters from what the user types. */
export const emailCharactersDropped = (characters: string) =>
  `We left out “${characters}”, which no address here contains.`
export const tagsDropped = 'We left out HTML tags, such as <b>, which no password here contains.'
/** Beside the strength meter. */
export const passwordAdvice = 'Safer: 8 or more characters with a number, a special character, upper and lower case.'
export const limitInvalid = 'A limit must be whole cents from $0.01 to $1,000,000.00, or none'
export const passwordNotChanged = 'Your password was not changed'
