import { ACCOUNT } from './limits.ts'

/**
 * Every sentence that users read and that both sides must agree on. Strings of the product's description stand here
 * word for word; what takes a parameter is a function. Server and browser both take them from here, and nowhere else.
 */
export const messages = {
  generic: {
    requestFailed: 'API request failed',
    requestFailedWith: (status: number) => `API request failed with status ${status}`,
    unknownApiError: 'An unknown API error occurred',
    notJson: (body: string) => `Failed to parse successful response as JSON: ${body.slice(0, 200)}`,
    processingFailed: 'Failed to process request',
    unknown: 'Unknown error occurred',
    http: (status: number, text: string) => `HTTP ${status}: ${text}`,
    burst: (url: string) => `Burst protection: Too many requests to ${url}`,
    fieldRequired: (field: string) => `${field} is required`,
    acceptTerms: 'Please accept our terms to continue',
    notFound: 'Not found',
    malformed: 'That request is not well formed',
    unavailable: 'Bidwell cannot answer just now. Scheduled bids go on. Please try again in a moment.',
    tooManyRequests: 'Too many requests. Please wait a moment and try again.',
    wrongContentType: 'Send JSON, with Content-Type: application/json',
    bodyTooLarge: 'That request is too large',
    internal: 'Something went wrong on our side. It has been recorded.',
    forbidden: 'Forbidden',
    idempotencyInFlight: 'The same request is still being worked on',
    idempotencyReused: 'That Idempotency-Key was used for another request',
  },

  session: {
    expired: 'Session expired',
    extended: 'Session extended successfully',
    loginAgain: 'Please log in again to continue',
    loginExpired: 'Your login has expired. Please log in again',
    extendFailed: 'Unable to extend session. Please try logging in again',
    noNewToken: 'Session extension failed: No new token received',
    noToken: 'No token available',
    noTokenToRefresh: 'No token available for refresh',
    refreshFailed: 'Failed to refresh token',
    proofNeeded: 'Please enter your Bidwell password again to change anything about your site login.',
    welcomeBack: 'Welcome back. You are where you left off.',
    formRestored: 'What you had typed is back in the form.',
  },

  /** The dialog over the kept page, by what the user was doing. Each says what was not done. */
  sessionExpired: {
    reassurance: 'Your scheduled bids are safe; the server still has them.',
    adding_auction: {
      tone: 'warning',
      says: 'Your session ended before the auction was added. It is not being tracked yet.',
    },
    scheduling_snipe: { tone: 'error', says: 'Your session ended before the bid was scheduled. It was not saved.' },
    placing_bid: { tone: 'error', says: 'Your session ended before the bid was saved. The bid was not placed.' },
    updating_settings: {
      tone: 'warning',
      says: 'Your session ended before your settings were saved. Nothing was changed.',
    },
    viewing_dashboard: { tone: 'warning', says: 'Your session ended, so this page is no longer being updated.' },
    general: { tone: 'warning', says: 'Your session ended. The last thing you asked for was not done.' },
    needBoth: 'Please enter both email and password.',
    wrong: 'The email or password you entered is incorrect. Please try again.',
    success: 'Successfully logged back in!',
  },

  account: {
    emailInvalid: 'Please enter a valid email address',
    passwordTooShort: `Password must be at least ${ACCOUNT.minPasswordLength} characters`,
    passwordTooLong: `Password must be at most ${ACCOUNT.maxPasswordLength} characters`,
    passwordTooCommon: 'This password is among the most common ones, which are tried first. Please choose another.',
    passwordsDiffer: 'Passwords do not match',
    termsNeeded: 'You must accept the Terms of Service and Privacy Policy',
    phoneNeeded: 'Phone number is required for SMS notifications',
    phoneInvalid: 'Please enter a valid 10-digit phone number',
    emailTaken: 'An account with this email already exists. Please log in instead.',
    registrationFailed: 'Registration failed',
    registrationFailedRetry: 'Registration failed. Please try again.',
    passwordRejected:
      'Password does not meet requirements. Please use at least 8 characters with letters, numbers, and symbols.',
    emailRejected: 'Invalid email address. Please check and try again.',
    created: 'Account created! Please check your email to verify.',
    /** Where no e-mail is sent. */
    createdBare: 'Account created.',
    registrationIncomplete: 'Failed to complete registration. Please try again.',
    loggedOut: 'You have been logged out',
    logoutFailed: 'Failed to log out. Please try again.',
    resetSent: 'Password reset link sent to your email',
    resetSendFailed: 'Failed to send reset link. Please try again.',
    resetRequestFailed: 'Failed to request password reset',
    resetDone: 'Password has been reset successfully',
    resetFailed: 'Failed to reset password',
    resetTokenRequired: 'Reset token is required',
    resetTokenInvalid: 'Invalid or expired reset token',
    resetTokenRefused: 'Invalid reset token',
    verificationSent: 'Verification email sent. Please check your inbox.',
    verificationSendFailed: 'Failed to send verification email. Please try again.',
    verificationResent: 'Verification email has been resent',
    verificationResendFailed: 'Failed to resend verification email',
    verificationNeedsEmail: 'Email is required to resend verification',
    verificationFailed: 'Email verification failed',
    profileFailed: 'Failed to fetch profile',
    googleDone: 'Successfully signed in with Google',
    googleFailedToast: 'Failed to sign in with Google. Please try again.',
    googleFailed: 'Google login failed',
    googleFailedLater: 'Google login failed. Please try again later.',
    googleSignInFailed: 'Google sign-in failed. Please try signing in with email below.',
    googleSignUpFailed: 'Google sign-up failed. Please try signing up with email below.',
    googleTerms: 'Please accept our Terms & Conditions to complete your Google sign-in.',
    capsLock: 'Caps Lock is on',
    leadOutOfRange: 'Seconds before end must be a whole number from 1 to 180',
  },

  login: {
    failed: 'Login failed',
    failedLater: 'Login failed. Please try again later.',
    wrong: 'Invalid email or password. Please try again.',
    network: 'Network error. Please check your connection and try again.',
    unexpected: 'An unexpected error occurred. Please try again.',
    lockedForm: 'Account is locked. Please try again later.',
    lockedToast:
      'Account temporarily locked due to multiple failed attempts. Try again in 15 minutes or reset your password.',
    networkToast: 'Connection issue prevented login. Please check your internet connection and try again.',
    attemptToast: (attempt: number) => {
      if (attempt <= 1) return 'Login failed. Check your email and password, then try again.'
      if (attempt === 2) return "Login failed again. Having trouble? Try 'Forgot Password' or sign in with Google."
      if (attempt === 3) return 'Login failed. Reset your password or contact support if you need help.'
      return 'Multiple login failures detected. Consider resetting your password for faster access.'
    },
    panel: {
      first: 'Login Failed',
      again: 'Still Having Trouble?',
      locked: 'Account Temporarily Locked',
      network: 'Connection Problem',
    },
  },

  connection: {
    neededToBid: 'Please add your ShopGoodwill credentials in Settings before placing bids.',
    siteUnreachable: (site: string) => `${site} did not answer, so the login could not be tried. Nothing was stored.`,
    siteUnreachableNow: (site: string) => `${site} did not answer. Please try again in a moment.`,
    refused: (words: string) => words,
    refusedBare: (site: string) => `${site} refused that user name and password.`,
    needBoth: (site: string) => `Enter both your ${site} user name and password.`,
    connected: (site: string) => `Connected to ${site}`,
    removed: (site: string) => `Your ${site} login has been forgotten`,
    none: (site: string) => `No ${site} login is stored.`,
    tryAgainLater: (site: string) =>
      `${site} refused this login several times. To keep the account from being locked there, wait before trying again.`,
    badge: {
      checking: 'Checking...',
      setupRequired: 'Setup required',
      authRequired: 'Auth required',
      expiresSoon: 'Expires soon',
      connected: 'Connected',
    },
  },

  auction: {
    badReference: 'Invalid input. Please provide a valid ShopGoodwill URL or auction ID',
    scrapeFailed: 'Failed to scrape auction',
    fetchFailed: 'Failed to fetch auction data from scraper',
    notRetrieved: 'Auction was created but could not be retrieved',
    alreadyMonitored: (auctionId: string) => `Auction ${auctionId} is already monitored.`,
    existsNotRetrieved: 'Auction already exists but could not be retrieved.',
    notFoundForBid: 'Auction not found for scheduling bid',
    notFound: 'Auction not found',
    notFoundAtSite: (site: string, auctionId: string) => `${site} has no item ${auctionId}.`,
    notAnAuction: 'That item is sold at a fixed price, so there is nothing to bid on.',
    alreadyOver: 'That auction has already ended.',
    siteUnavailable: (site: string) => `${site} did not answer. Please try again in a moment.`,
    stillOpen: 'This auction is still open. Remove it from the dashboard instead.',
    bidOnItsWay: 'A bid on this auction is on its way, so it cannot be removed now.',
    ended: 'Ended',
    notKnown: 'N/A',
  },

  bid: {
    loadFailed: (detail: string) => `Failed to load your existing bids. ${detail}`,
    /** Rules as the server says them. */
    amountNotPositive: 'Bid amount must be greater than 0',
    amountNotCents: 'Bid amount must be in whole cents',
    amountTooLarge: 'Bid amount must be at most $1,000,000.00',
    belowStartingPrice: 'First bid must be at least the starting price',
    belowMinimum: (dollars: string) => `Bid must be at least ${dollars}`,
    leadOutOfRange: 'Seconds before end must be a whole number from 1 to 180',
    nothingToChange: 'Give an amount or a lead to change',
    notFound: 'Bid not found',
    noneFound: 'No bid found',
    cannotCancel: 'Cannot cancel bid',
    cannotChange: 'This bid is locked in and on its way, so it can no longer be changed.',
    cannotChangeFinished: 'This bid is finished, so it can no longer be changed.',
    tooLateToSchedule: 'The auction ends too soon for that many seconds before the end.',
    notConfirmedYet:
      'Your change is recorded, but the bidding engine has not confirmed it yet. Until it does, the earlier bid may still be placed.',
    pendingNotDeletable: 'This bid is still pending. Cancel it first.',
    unsettledNotDeletable: 'This bid stands at the site. It can be deleted once its result is known.',
    forbidden: 'Forbidden',
    limitsUnknown: 'Unable to verify subscription limits. Please try again.',
    limitReached: (limit: number) =>
      `You've reached your monthly snipe limit (${limit}). Please upgrade your plan to schedule more bids.`,
    deleteFailedBare: 'Failed to delete bid',
    deleteForbidden: "You don't have permission to delete this bid.",
    deleteGone: 'Bid not found or already deleted.',
    deleteFailed: (detail: string) => `Failed to delete bid. ${detail}`,
    statusFailed: (detail: string) => `Failed to get bid status: ${detail}`,
    outbid: (auctionId: string) =>
      `You have been outbid on auction ${auctionId}! Current price is higher than your max bid.`,
    executed: (auctionId: string) => `Your bid for auction ${auctionId} has been executed successfully!`,
    failed: (auctionId: string, detail: string) =>
      `Your bid for auction ${auctionId} failed to execute. ${detail}`.trim(),
  },

  subscription: {
    loadFailed: 'Failed to load subscription information',
    pricingLoadFailed: 'Failed to load pricing information',
    trialStatusFailed: 'Failed to fetch trial status',
    trialStartFailed: 'Failed to start trial',
    detailsFailed: 'Failed to fetch subscription details',
    pricingFailed: 'Failed to fetch pricing information',
    cancelFailed: 'Failed to cancel subscription',
    intervalFailed: 'Failed to change billing interval',
    limitsFailed: 'Failed to fetch feature limits',
    loginToStartTrial: 'Please log in to start a trial',
    loginToCancel: 'Please log in to cancel subscription',
  },
} as const

/** What the user reads when scheduling fails, told from the server's rule. */
export function scheduleFailure(detail: string): string {
  if (detail.includes('Auction not found')) {
    return 'Sorry, this auction could not be found or may have already ended. Your bid could not be scheduled.'
  }
  if (detail.includes(messages.bid.amountNotPositive)) {
    return 'The bid amount must be greater than $0. Please check and try again.'
  }
  if (detail.includes(messages.bid.belowStartingPrice)) {
    return 'Your bid is too low. The first bid must be at least the starting price.'
  }
  if (detail.startsWith('Bid must be at least $')) return detail
  return `Something went wrong while scheduling your bid. Please try again. (Details: ${detail})`
}

/** What the user reads when cancelling fails. */
export function cancelFailure(detail: string): string {
  if (detail.includes(messages.bid.noneFound)) return 'No bid found to cancel for this auction.'
  if (detail.includes(messages.bid.cannotCancel)) return "This bid cannot be canceled because it's no longer pending."
  return `Failed to cancel bid. ${detail}`
}

/** What the user reads when deleting from the history fails. */
export function deleteFailure(detail: string): string {
  if (detail.includes(messages.bid.notFound)) return messages.bid.deleteGone
  if (detail.includes(messages.bid.forbidden)) return messages.bid.deleteForbidden
  return messages.bid.deleteFailed(detail)
}

/** What the user reads when registering fails, told from the server's message. */
export function registrationFailure(detail: string | undefined): string {
  if (detail === undefined || detail === '') return messages.account.registrationFailedRetry
  if (/password/i.test(detail)) return messages.account.passwordRejected
  if (/invalid.*e-?mail|valid e-?mail/i.test(detail)) return messages.account.emailRejected
  return detail
}
