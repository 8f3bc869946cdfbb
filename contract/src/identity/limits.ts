/** The constants of the product's description about accounts and sessions. Names ending in `Ms` are milliseconds. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const ACCOUNT = {
  minPasswordLength: 8,
  recommendedPasswordLength: 12,
  maxPasswordLength: 128,
  maxEmailLength: 254,
  phoneDigits: 10,
  termsVersion: 'v1.0',
  privacyVersion: 'v1.0',
  /** Failed sign-ins within `lockWindowMs` that lock the account for `lockMs`. */
  failuresBeforeLock: 4,
  lockWindowMs: 15 * MINUTE,
  lockMs: 15 * MINUTE,
  /** A lock within `lockQuietMs` after another one lasts twice as long, up to `maxLockMs`. */
  maxLockMs: HOUR,
  lockQuietMs: 7 * DAY,
  /** How long the page of a reset password shows its success before the sign-in opens. */
  resetRedirectMs: 2 * SECOND,
  /** How long the page says that the verification mail has been sent again. */
  resentMessageMs: 5 * SECOND,
} as const

/** The links in mails. */
export const MAIL_LINK = {
  /** Also a link that confirms a new address. */
  verificationMs: DAY,
  resetMs: HOUR,
  /** How long a link to an account's earlier address takes the account back. */
  restoreMs: 7 * DAY,
  /** The links of one purpose that are mailed to one address at once. They come back evenly within an hour. */
  atOnce: 3,
} as const

export const SESSION = {
  tokenMs: 15 * MINUTE,
  /** How long a session that is not remembered lives after the sign-in, and after the user extends it. */
  sessionMs: DAY,
  /** How long a remembered session lives, and the longest life of any: then the user signs in again. */
  maxSessionMs: 30 * DAY,
  /** How long a session of the administrator lives without being used, and at the longest. */
  adminIdleMs: 20 * MINUTE,
  maxAdminSessionMs: 12 * HOUR,
  /** How long before the end of its session an open page offers to extend it. */
  warnBeforeMs: 10 * MINUTE,
  /** How long a second tab may still use a token that another tab has exchanged. */
  refreshGraceMs: 10 * SECOND,
  /** How recently the user must have proven who they are, to change how they sign in or what may be spent. */
  proofMs: 15 * MINUTE,
} as const

export const SECOND_FACTOR = {
  /** How long a sign-in waits for the second factor. */
  challengeMs: 10 * MINUTE,
  recoveryCodes: 10,
  /** Wrong codes after which the account's authenticator app has to wait; the wait doubles with each further one. */
  triesBeforeWait: 5,
  firstWaitMs: MINUTE,
  maxWaitMs: HOUR,
  /** After so long without a wrong code, the count starts again. */
  forgetTriesMs: DAY,
  maxPasskeys: 20,
  maxPasskeyNameLength: 60,
} as const
