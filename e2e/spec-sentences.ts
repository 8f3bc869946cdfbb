/*
 * The sentences of the product's description, word for word. Stories expect these and not the
 * catalogue's, so that a changed catalogue fails a story. `spec-sentences.test.ts` finds a sentence that no story expects.
 */

export const SIGN_IN_FAILURES = {
  wrongCredentials: 'Invalid email or password. Please try again.',
  networkError: 'Network error. Please check your connection and try again.',
  unexpectedError: 'An unexpected error occurred. Please try again.',
  locked: 'Account is locked. Please try again later.',
  firstToast: 'Login failed. Check your email and password, then try again.',
  secondToast: "Login failed again. Having trouble? Try 'Forgot Password' or sign in with Google.",
  thirdToast: 'Login failed. Reset your password or contact support if you need help.',
  laterToast: 'Multiple login failures detected. Consider resetting your password for faster access.',
  lockedToast:
    'Account temporarily locked due to multiple failed attempts. Try again in 15 minutes or reset your password.',
  networkToast: 'Connection issue prevented login. Please check your internet connection and try again.',
  firstTitle: 'Login Failed',
  laterTitle: 'Still Having Trouble?',
  lockedTitle: 'Account Temporarily Locked',
  networkTitle: 'Connection Problem',
  offerReset: 'Reset Password',
  offerSupport: 'Contact Support',
} as const

export const ACCOUNTS = {
  passwordRejected:
    'Password does not meet requirements. Please use at least 8 characters with letters, numbers, and symbols.',
  emailRejected: 'Invalid email address. Please check and try again.',
  registrationFailed: 'Registration failed. Please try again.',
  created: 'Account created! Please check your email to verify.',
  loggedOut: 'You have been logged out',
  logoutFailed: 'Failed to log out. Please try again.',
  resetSent: 'Password reset link sent to your email',
  resetNotSent: 'Failed to send reset link. Please try again.',
  passwordReset: 'Password has been reset successfully',
  verificationSent: 'Verification email sent. Please check your inbox.',
  verificationNotSent: 'Failed to send verification email. Please try again.',
  resetTokenInvalid: 'Invalid or expired reset token',
  reloginNeedsBoth: 'Please enter both email and password.',
  reloginRefused: 'The email or password you entered is incorrect. Please try again.',
  verificationResent: 'Verification email has been resent',
  loggedBackIn: 'Successfully logged back in!',
} as const

/** Of the token and of the session behind it. */
export const SESSION = {
  extended: 'Session extended successfully',
  loginRequired: 'Please log in again to continue',
  loginExpired: 'Your login has expired. Please log in again',
  notExtended: 'Unable to extend session. Please try logging in again',
  noNewToken: 'Session extension failed: No new token received',
  noToken: 'No token available',
  noTokenForRefresh: 'No token available for refresh',
  refreshFailed: 'Failed to refresh token',
} as const

export const FALLBACKS = {
  registrationFailed: 'Registration failed',
  resetRequestFailed: 'Failed to request password reset',
  resetTokenInvalid: 'Invalid reset token',
  resetFailed: 'Failed to reset password',
  profileFailed: 'Failed to fetch profile',
  loginFailed: 'Login failed. Please try again later.',
  // Of the calls.
  loginCall: 'Login failed',
  verificationCall: 'Email verification failed',
  resendCall: 'Failed to resend verification email',
} as const

/**
 * The dialog of an ended session. The description leaves the words to us: each says what was not done. The story that no
 * form outside the dashboard tells, 'placing a bid', is in the contract's tests.
 */
export const SESSION_EXPIRED = {
  addingAuction: 'Your session ended before the auction was added. It is not being tracked yet.',
  schedulingSnipe: 'Your session ended before the bid was saved. Nothing was scheduled or changed.',
  updatingSettings: 'Your session ended. Settings that you changed but did not save are as they were before.',
  viewingDashboard: 'Your session ended, so this page is no longer being updated.',
  general: 'Your session ended. Nothing that you have asked for since then was done.',
} as const

/** Of any call. What follows a colon or stands for a value is left out. */
export const CALLS = {
  failed: 'API request failed',
  failedWith: 'API request failed with status 502',
  unknownApiError: 'An unknown API error occurred',
  notJson: 'Failed to parse successful response as JSON',
  notProcessed: 'Failed to process request',
  unknown: 'Unknown error occurred',
  sessionExpired: 'Session expired',
  http: 'HTTP 502: Bad Gateway',
  burst: 'Burst protection: Too many requests to /auctions',
} as const

export const AUCTIONS = {
  notScraped: 'Failed to scrape auction',
  badReference: 'Invalid input. Please provide a valid ShopGoodwill URL or auction ID',
  unreadableAtSite: 'Failed to fetch auction data from scraper',
  createdNotRetrieved: 'Auction was created but could not be retrieved',
  existsNotRetrieved: 'Auction already exists but could not be retrieved.',
  alreadyTracked: 'Auction 500000130 is already monitored.',
  notFoundForBid: 'Auction not found for scheduling bid',
  ended: 'Ended',
  noEnd: 'N/A',
} as const

export const BIDS = {
  loadFailed: 'Failed to load your existing bids.',
  amountNotPositive: 'Bid amount must be greater than 0',
  belowStartingPrice: 'First bid must be at least the starting price',
  belowMinimum: 'Bid must be at least $12.00',
  outbid: 'You have been outbid on auction 500000130! Current price is higher than your max bid.',
  executed: 'Your bid for auction 500000130 has been executed successfully!',
  failed: 'Your bid for auction 500000130 failed to execute. The site was down.',
  loginRequired: 'Please add your ShopGoodwill credentials in Settings before placing bids.',
  auctionGone: 'Sorry, this auction could not be found or may have already ended. Your bid could not be scheduled.',
  notPositive: 'The bid amount must be greater than $0. Please check and try again.',
  belowStart: 'Your bid is too low. The first bid must be at least the starting price.',
  scheduleFailed: 'Something went wrong while scheduling your bid. Please try again.',
  nothingToCancel: 'No bid found to cancel for this auction.',
  notCancellable: "This bid cannot be canceled because it's no longer pending.",
  cancelFailed: 'Failed to cancel bid.',
  alreadyDeleted: 'Bid not found or already deleted.',
  deleteForbidden: "You don't have permission to delete this bid.",
  notDeleted: 'Failed to delete bid',
  statusFailed: 'Failed to get bid status:',
} as const

/** What the forms say about their fields. */
export const FIELDS = {
  email: 'Please enter a valid email address',
  passwordShort: 'Password must be at least 8 characters',
  passwordsDiffer: 'Passwords do not match',
  terms: 'You must accept the Terms of Service and Privacy Policy',
  phoneRequired: 'Phone number is required for SMS notifications',
  phone: 'Please enter a valid 10-digit phone number',
  resetToken: 'Reset token is required',
  resendEmail: 'Email is required to resend verification',
  emailRequired: 'Email is required',
  passwordRequired: 'Password is required',
} as const

export const SUBSCRIPTION = {
  notLoaded: 'Failed to load subscription information',
  pricingNotLoaded: 'Failed to load pricing information',
  snipeLimitReached: "You've reached your monthly snipe limit (15). Please upgrade your plan to schedule more bids.",
  limitsUnknown: 'Unable to verify subscription limits. Please try again.',
  signInForTrial: 'Please log in to start a trial',
  signInToCancel: 'Please log in to cancel subscription',
  // Of the calls.
  trialCall: 'Failed to fetch trial status',
  trialStartCall: 'Failed to start trial',
  detailsCall: 'Failed to fetch subscription details',
  pricingCall: 'Failed to fetch pricing information',
  cancelCall: 'Failed to cancel subscription',
  intervalCall: 'Failed to change billing interval',
  limitsCall: 'Failed to fetch feature limits',
} as const

export const GOOGLE = {
  termsNeeded: 'Please accept our Terms & Conditions to complete your Google sign-in.',
  termsNotAccepted: 'Please accept our terms to continue',
  signedIn: 'Successfully signed in with Google',
  notSignedIn: 'Failed to sign in with Google. Please try again.',
  signInFailed: 'Google sign-in failed. Please try signing in with email below.',
  signUpFailed: 'Google sign-up failed. Please try signing up with email below.',
  loginFailed: 'Google login failed',
  loginFailedForNow: 'Google login failed. Please try again later.',
  notCompleted: 'Failed to complete registration. Please try again.',
  offer: 'Try Google Sign-In',
} as const

/** The labels of the sign-in gate, of the connection badge, of the tour and of the strength meter. */
export const LABELS = {
  loading: 'Loading...',
  signIn: 'Sign In',
  startTrial: 'Start Your Free 5-Day Trial',
  badgeChecking: 'Checking...',
  badgeSetup: 'Setup required',
  badgeAuth: 'Auth required',
  badgeExpires: 'Expires soon',
  badgeConnected: 'Connected',
  tourSkip: 'Skip Tour',
  tourBack: 'Back',
  tourNext: 'Next',
  tourFinish: 'Finish',
  veryWeak: 'Very Weak',
  weak: 'Weak',
  fair: 'Fair',
  good: 'Good',
  strong: 'Strong',
  veryStrong: 'Very Strong',
} as const
