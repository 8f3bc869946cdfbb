const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * How long records are kept, in milliseconds, and from when. The retention job deletes what is older. What is not listed
 * is kept as long as its account; bid events, pauses and uses of site logins stay without a name after that. What the site
 * showed of closed auctions is kept without end: it is about nobody, and the site forgets it.
 */
export const RETENTION_MS = {
  /** How long signing in cancels the deletion of an account. The database enforces it. */
  deletionGrace: 14 * DAY_MS,
  /** Accounts that hold nothing and whose address was never verified, from their opening. The database enforces it. */
  unusedAccounts: 30 * DAY_MS,
  /** From the end of the session. */
  endedSessions: 7 * DAY_MS,
  /** Tokens for programs, from their end. */
  expiredApiTokens: 30 * DAY_MS,
  /** Browsers that the account signed in from, from their last use. Browsers keep a cookie no longer. */
  knownDevices: 400 * DAY_MS,
  /** Addresses of people are not kept for longer than they are of use, and are given to others. */
  knownNetworks: 90 * DAY_MS,
  /** Sent mails, and mails that were given up: when, to whom and of which kind. Their text is dropped when they are sent. */
  mails: 90 * DAY_MS,
  /** Mails that are no longer connected with an account, such as the last one. */
  mailsWithoutAccount: 7 * DAY_MS,
  /** Mails on the page of an installation without a mail server. */
  mailbox: 7 * DAY_MS,
  /** Links in mails, from their end. */
  expiredLinks: DAY_MS,
  /** What browsers report about failed logins. */
  loginFailureTrail: 30 * DAY_MS,
  /** What browsers report about the speed of pages. */
  performanceMetrics: 30 * DAY_MS,
  /** Wrong passwords and locks, from the last: the next lock would be a first one again. */
  loginLocks: 7 * DAY_MS,
  /** From the last use: the whole budget has come back long before. */
  attemptBudgets: DAY_MS,
  notifications: 90 * DAY_MS,
  securityLog: 365 * DAY_MS,
  productEvents: 400 * DAY_MS,
  /** Nonces, tokens and challenges beyond their time, which a clock that is behind may still accept. */
  spentTokens: HOUR_MS,
  /** Who has had a trial, as a keyed hash of the e-mail address. It outlives the account. */
  spentTrials: 730 * DAY_MS,
  /** Answers that a repeated request receives again. */
  idempotencyKeys: DAY_MS,
  /** Listings that were read for a user who then did not track them. */
  untrackedListings: 7 * DAY_MS,
  /** Engines that ended. Another engine finds an orphaned journal by the id of its engine. */
  endedEngines: 30 * DAY_MS,
  /** What owners watch at the site, from when they asked for it. */
  siteLists: DAY_MS,
  /** What became of the lines of an import, from its end. */
  imports: 7 * DAY_MS,
  /** What searches found, from its end: the same title of the same seller is then known again. */
  foundItems: 120 * DAY_MS,
  /** What the site showed of sold items, by the words that it was asked for: about nobody. */
  soldLookUps: 7 * DAY_MS,
  /** Shares of the read budget: a full share needs no row. */
  readShares: HOUR_MS,
  /** What was wrong with the installation, from its end: about nobody. */
  incidents: 90 * DAY_MS,
  /** Forms of replies of the site that the product does not know: about nobody. */
  unknownReplies: 90 * DAY_MS,
} as const
