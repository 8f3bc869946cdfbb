import { ACCOUNT } from '../limits.ts'

export const emailInvalid = 'Please enter a valid email address'
export const passwordTooShort = `Password must be at least ${ACCOUNT.minPasswordLength} characters`
export const passwordTooLong = `Password must be at most ${ACCOUNT.maxPasswordLength} characters`
export const passwordTooCommon =
  'This password is among the most common ones, which are tried first. Please choose another.'
export const passwordsDiffer = 'Passwords do not match'
export const termsNeeded = 'You must accept the Terms of Service and Privacy Policy'
export const termsNotCurrent = `Our Terms of Service are now ${ACCOUNT.termsVersion}. Please reload the page to read and accept them.`
export const privacyNotCurrent = `Our Privacy Policy is now ${ACCOUNT.privacyVersion}. Please reload the page to read and accept it.`
export const phoneNeeded = 'Phone number is required for SMS notifications'
export const phoneInvalid = 'Please enter a valid 10-digit phone number'
export const emailTaken = 'An account with this email already exists. Please log in instead.'
export const registrationFailed = 'Registration failed'
export const registrationFailedRetry = 'Registration failed. Please try again.'
export const passwordRejected =
  'Password does not meet requirements. Please use at least 8 characters with letters, numbers, and symbols.'
export const emailRejected = 'Invalid email address. Please check and try again.'
export const created = 'Account created! Please check your email to verify.'
/** Where no e-mail is sent. */
export const createdBare = 'Account created.'
export const registrationIncomplete = 'Failed to complete registration. Please try again.'
export const loggedOut = 'You have been logged out'
export const logoutFailed = 'Failed to log out. Please try again.'
export const resetSent = 'Password reset link sent to your email'
export const resetSendFailed = 'Failed to send reset link. Please try again.'
export const resetRequestFailed = 'Failed to request password reset'
export const resetDone = 'Password has been reset successfully'
export const resetFailed = 'Failed to reset password'
export const resetTokenRequired = 'Reset token is required'
export const resetTokenInvalid = 'Invalid or expired reset token'
export const resetTokenRefused = 'Invalid reset token'
export const verificationSent = 'Verification email sent. Please check your inbox.'
export const verificationSendFailed = 'Failed to send verification email. Please try again.'
export const verificationResent = 'Verification email has been resent'
export const verificationResendFailed = 'Failed to resend verification email'
export const verificationNeedsEmail = 'Email is required to resend verification'
export const verificationFailed = 'Email verification failed'
export const profileFailed = 'Failed to fetch profile'
export const googleDone = 'Successfully signed in with Google'
export const googleFailedToast = 'Failed to sign in with Google. Please try again.'
export const googleFailed = 'Google login failed'
export const googleFailedLater = 'Google login failed. Please try again later.'
export const googleSignInFailed = 'Google sign-in failed. Please try signing in with email below.'
export const googleSignUpFailed = 'Google sign-up failed. Please try signing up with email below.'
export const googleTerms = 'Please accept our Terms & Conditions to complete your Google sign-in.'
export const capsLock = 'Caps Lock is on'
export const dayLimitNotAmount = "A day's limit must be whole cents from $0.01 to $1,000,000.00, or none"
