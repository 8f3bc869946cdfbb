/** The constants of the product's description. Names ending in `Ms` are milliseconds. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const API_BASE = '/api'

export const CONNECTION = { validityMs: DAY, expiresSoonMs: 6 * HOUR } as const

export const BID = {
  minSecondsBeforeEnd: 1,
  maxSecondsBeforeEnd: 180,
  defaultTimingPreference: '5',
  /** A maximum above this many times the price and above this amount has to be confirmed. */
  confirmAboveTimesPrice: 3,
  confirmAboveDollars: 100,
  /** How long before firing a bid is locked in: then it can no longer be changed or cancelled. */
  lockInBeforeMs: SECOND,
  /** The largest bid, and the largest day limit. */
  maxAmountDollars: 1_000_000,
  /** How long after scheduling a browser polls for the bid's result. */
  watchMs: DAY,
} as const

export const AUCTION = {
  /** A price older than this is not current. */
  stalePriceMs: MINUTE,
  minIdDigits: 6,
  endingSoonMs: HOUR,
  maxReferenceLength: 2_048,
} as const

/** Of the notes and labels of tracked auctions; lengths in UTF-16 units. `perCall`: how many auctions one call labels. */
export const NOTES = {
  maxNoteLength: 2_000,
  maxLabelLength: 30,
  labelsPerAuction: 10,
  labelsPerAccount: 50,
  perCall: 500,
} as const
/** A file of auctions to import: one call, and its lines are read one after the other. */
export const IMPORT = {
  maxLines: 500,
  /** The highest number of a line: a note may have lines of its own. */
  maxLine: 1_000_000,
  maxFileBytes: 512 * 1024,
  /** Of the call: its names of fields take more room than a file's commas. */
  maxCallBytes: 1024 * 1024,
  /** How many lines one refusal names. */
  maxFaults: 100,
  /** Of an account: what became of them is kept for a week. */
  maxInWeek: 50,
  everyMs: SECOND,
} as const

/** Of searches with alerts. */
export const SEARCH = {
  /** Of the text, in UTF-16 units. */
  maxLength: 100,
  perAccount: 10,
  /** Of an installation; equal searches count once. */
  inAll: 60,
  /** The site's rows on a page, and the most that a search may find: three pages. */
  pageRows: 40,
  maxHits: 120,
  /** An installation reads one page of results so often. */
  everyMs: 2 * MINUTE,
} as const

/** Of what similar items sold for. */
export const SOLD = {
  /** How long ago an item may have closed. */
  days: 90,
  /** How often an account has the site read; what is kept is free. */
  perDay: 20,
  /** The most items in one answer. */
  most: 100,
  /** Of fewer prices nothing is said. */
  fewest: 5,
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
  /** Auctions that end within this time are read ahead, from the queue. */
  preloadBeforeEndMs: 5 * MINUTE,
  queueEveryMs: 30 * SECOND,
  queueBatch: 5,
  /** The times above are multiplied by a factor that follows how often reads bring something new. */
  adaptEveryMs: 2 * MINUTE,
  ttlFactor: { min: 0.5, max: 2 },
  memoryCheckEveryMs: MINUTE,
  maxMemoryBytes: 50 * 1_024 * 1_024,
} as const

export const CLIENT_REQUESTS = {
  burst: { requests: 20, perMs: 10 * SECOND, cooldownMs: 5 * SECOND },
  /** Between two reads below one of these paths, such as `/bids` and `/bids/12`. */
  groupIntervalMs: {
    auctions: 500,
    bids: 1_000,
    users: 10 * SECOND,
    trial: 200,
    subscription: 200,
    features: 200,
    credentials: 200,
    profile: 200,
  },
  /** Between two reads of one URL below any other path. */
  urlIntervalMs: {
    // These pages read again what their user has just changed.
    account: 200,
    admin: 200,
    alerts: 200,
    notifications: 200,
    history: 200,
    searches: 200,
    other: 5 * SECOND,
  },
} as const

export const RECOVERY = {
  excludedFieldNames: ['password', 'secret', 'token', 'key', 'ssn', 'card', 'social', 'credit', 'api'],
  cardDigits: { min: 13, max: 19 },
} as const

export const ALERTS = {
  /** Of one account, its own e-mail address and its browsers among them. */
  maxDestinations: 20,
  maxLabelLength: 60,
  maxUrlLength: 1_500,
  /** How long the code works that proves a phone number, and how often it may be mistyped. */
  codeMs: 10 * MINUTE,
  codeTries: 5,
} as const
