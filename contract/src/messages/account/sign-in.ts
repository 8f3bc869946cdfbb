import { formatWait } from '../../format-wait.ts'
import { ACCOUNT } from '../../identity/limits.ts'

/** After the password was right. */
export const suspendedByOperator = (reason: string) =>
  `The operator of this installation has suspended this account: ${reason}`
export const wrongCredentials = 'Invalid email or password. Please try again.'
/** A login whose answer has no readable reason. */
export const failed = 'Login failed'
export const failedTryLater = 'Login failed. Please try again later.'
export const unexpectedError = 'An unexpected error occurred. Please try again.'
export const locked = 'Account is locked. Please try again later.'
/** Names fifteen minutes, or the whole wait where repeated locks have made it longer. */
export const lockedToast = (waitMs: number) =>
  `Account temporarily locked due to multiple failed attempts. Try again in ${formatWait(Math.max(waitMs, ACCOUNT.lockMs))} or reset your password.`
/** In the panel, before the last attempt. */
export const lastAttempt = () => `One more wrong password locks sign-in for ${formatWait(ACCOUNT.lockMs)}.`
export const networkToast = 'Connection issue prevented login. Please check your internet connection and try again.'
export const attemptToast = (attempt: number) => {
  if (attempt <= 1) return 'Login failed. Check your email and password, then try again.'
  if (attempt === 2) return "Login failed again. Having trouble? Try 'Forgot Password' or sign in with Google."
  if (attempt === 3) return 'Login failed. Reset your password or contact support if you need help.'
  return 'Multiple login failures detected. Consider resetting your password for faster access.'
}
export const panel = {
  first: 'Login Failed',
  again: 'Still Having Trouble?',
  locked: 'Account Temporarily Locked',
  network: 'Connection Problem',
} as const
/** What the panel offers, more with each failure. */
export const offer = {
  google: 'Try Google Sign-In',
  reset: 'Reset Password',
  support: 'Contact Support',
} as const
