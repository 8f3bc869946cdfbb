import type { SiteSession } from '../../src/marketplace/marketplace.ts'
import { SiteError } from '../../src/marketplace/site-error.ts'
import type { VirtualTime } from '../world/virtual-time.ts'

type Account = {
  /** The number of the last login, and of the first whose token is still good. */
  lastLogin: number
  firstGood: number
  /** The token that the product has stored. */
  stored: string | null
  /** The number of the first login with the credentials that the product has stored, or will store next. */
  firstOfStored: number
  isPasswordRefused: boolean
  /** Until this instant, in virtual ms, nobody can log in. */
  pausedUntil: number
}

/** The site's logins. A token is good until the site ends it, or until the next login if the site keeps one session. */
export function siteSessions(time: VirtualTime, isOnlySession: boolean) {
  const accounts = new Map<number, Account>()
  /** Accounts that were logged in although their stored token was good. */
  const needlessLogins: number[] = []

  function accountWith(accountId: number): Account {
    const known = accounts.get(accountId)
    if (known) return known
    const account: Account = {
      lastLogin: 0,
      firstGood: 1,
      stored: null,
      firstOfStored: 1,
      isPasswordRefused: false,
      pausedUntil: -Infinity,
    }
    accounts.set(accountId, account)
    return account
  }

  /** Throws `login_refused`, or `rate_limited` while logins are paused. */
  function logIn(accountId: number): string {
    const account = accountWith(accountId)
    const retryAfterMs = account.pausedUntil - time.now()
    if (retryAfterMs > 0) throw new SiteError('rate_limited', 'Logins are paused', { retryAfterMs })
    if (account.isPasswordRefused)
      throw new SiteError('login_refused', 'Refused', { siteMessage: 'Wrong user name or password.' })
    account.lastLogin += 1
    if (isOnlySession) account.firstGood = account.lastLogin
    return `${userOf(accountId)}~${account.lastLogin}`
  }

  const isGood = (token: string) => loginOf(token) >= accountWith(accountOf(token)).firstGood

  /** The product no longer has the account's credentials and its session. */
  function forgetLogin(accountId: number) {
    const account = accountWith(accountId)
    account.stored = null
    account.firstOfStored = account.lastLogin + 1
  }

  function endSessions(accountId: number) {
    const account = accountWith(accountId)
    account.firstGood = account.lastLogin + 1
  }

  return {
    isGood,
    needlessLogins,
    /** The stored token, good or not, unless it is the refused one; else, after a login, a new one. */
    openSession(accountId: number, refusedToken: string | null): SiteSession {
      const account = accountWith(accountId)
      if (account.stored !== null && account.stored !== refusedToken) return { token: account.stored, expiresAt: null }
      if (account.stored !== null && isGood(account.stored)) needlessLogins.push(accountId)
      account.stored = logIn(accountId)
      return { token: account.stored, expiresAt: null }
    },
    endSessions,
    forgetLogin,
    /** Logs in with other credentials, which are right, and stores the session. Throws `rate_limited` while logins are paused. */
    replaceLogin(accountId: number) {
      accountWith(accountId).isPasswordRefused = false
      const token = logIn(accountId)
      Object.assign(accountWith(accountId), { stored: token, firstOfStored: loginOf(token) })
    },
    /** Whether a token was obtained with credentials that were removed or replaced since. */
    isOfFormerLogin: (token: string) => loginOf(token) < accountWith(accountOf(token)).firstOfStored,
    pauseLogins(accountId: number, ms: number) {
      accountWith(accountId).pausedUntil = time.now() + ms
    },
    /** When the site lets the account log in again; in the past when it does. */
    loginsPausedUntil: (accountId: number) => accountWith(accountId).pausedUntil,
    refusePassword(accountId: number) {
      accountWith(accountId).isPasswordRefused = true
      endSessions(accountId)
    },
    /** From now on, every account can log in. */
    acceptAllLogins() {
      for (const account of accounts.values())
        Object.assign(account, { isPasswordRefused: false, pausedUntil: -Infinity })
    },
  }
}

/** The name of an account's user at the site. */
export const userOf = (accountId: number): string => `user${accountId}`
export const bidderOf = (token: string): string => token.split('~')[0] ?? ''
/** The number of the account that a token was given to. */
export const accountOf = (token: string): number => Number(bidderOf(token).slice('user'.length))
const loginOf = (token: string) => Number(token.split('~')[1])
