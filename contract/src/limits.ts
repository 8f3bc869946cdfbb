/** The constants of the product's description. Names ending in `Ms` are milliseconds. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const API_BASE = '/api'

export const ACCOUNT = {
  minPasswordLength: 8,
  recommendedPasswordLength: 12,
  maxPasswordLength: 128,
  maxEmailLength: 254,
  phoneDigits: 10,
  termsVersion: 'v1.0',
  privacyVersion: 'v1.0',
  /** Failed logins within `lockWindowMs` that lock the account for `lockMs`. */
  failuresBeforeLock: 4,
  lockWindowMs: 15 * MINUTE,
  lockMs: 15 * MINUTE,
  /** A lock within `lockQuietMs` after another one lasts twice as long, up to `maxLockMs`. */
  maxLockMs: DAY,
  lockQuietMs: 7 * DAY,
  /** How long the page of a reset password shows its success before the login opens. */
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
  /** The links of one purpose that are mailed to one address within an hour. */
  maxPerHour: 3,
} as const

export const SESSION = {
  tokenMs: 15 * MINUTE,
  /** How long a session lives after signing in, and after the user extends it. */
  sessionMs: DAY,
  /** How long a remembered session lives without being used. */
  rememberedIdleMs: 14 * DAY,
  /** The longest life of any session: then the user signs in again. */
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

export const INTEGRATION = { validityMs: DAY, expiresSoonMs: 6 * HOUR } as const

export const BID = {
  minSecondsBeforeEnd: 1,
  maxSecondsBeforeEnd: 180,
  defaultTimingPreference: '5',
  /** An amount of more than this many times the current price must be typed twice. */
  confirmAboveTimesPrice: 3,
  /** How long before firing a bid is locked in: then it can no longer be changed or cancelled. */
  lockInBeforeMs: SECOND,
  /** The largest bid, and the largest day limit. */
  maxAmountDollars: 1_000_000,
  /** How long after scheduling a browser polls for the bid's result. */
  watchMs: DAY,
} as const

export const AUCTION = {
  minIdDigits: 6,
  endingSoonMs: HOUR,
  maxReferenceLength: 2_048,
} as const

export const PAGE = { defaultLimit: 50, maxLimit: 100 } as const

export const TOAST = {
  closeMs: 5 * SECOND,
  infoCloseMs: 8 * SECOND,
  savedCloseMs: 1.5 * SECOND,
  /** A bid's result, which offers an action. */
  resultCloseMs: 10 * SECOND,
  undoCloseMs: 10 * SECOND,
} as const

export const CLIENT_CACHE = {
  maxEntries: 200,
  defaultTtlMs: 30 * SECOND,
  auctionTtlMs: {
    underTwoMinutes: 3 * SECOND,
    underTenMinutes: 10 * SECOND,
    underAnHour: 30 * SECOND,
    later: 60 * SECOND,
  },
  bidTtlMs: { terminal: 180 * SECOND, active: 15 * SECOND },
  userTtlMs: 300 * SECOND,
  queueEveryMs: 30 * SECOND,
  queueBatch: 5,
} as const

export const CLIENT_REQUESTS = {
  burst: { requests: 20, perMs: 10 * SECOND, cooldownMs: 5 * SECOND },
  minIntervalMs: {
    auctions: 500,
    bids: 1_000,
    trial: 200,
    subscription: 200,
    features: 200,
    credentials: 200,
    profile: 200,
    // These pages read again what their user has just changed.
    account: 200,
    admin: 200,
    notifications: 200,
    other: 5 * SECOND,
  },
} as const

export const RECOVERY = {
  excludedFieldNames: ['password', 'secret', 'token', 'key', 'ssn', 'card', 'social', 'credit', 'api'],
  cardDigits: { min: 13, max: 19 },
} as const
