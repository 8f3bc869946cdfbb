const HOUR_MS = 60 * 60_000

export const LONGEST_WINDOW_MS = 24 * HOUR_MS

/**
 * How many refused logins are allowed, so that the site does not lock a user's account, and so that nobody guesses a
 * password by means of this installation, however many accounts they have here.
 */
const LIMITS = [
  { of: 'account', max: 3, windowMs: HOUR_MS },
  { of: 'user', max: 3, windowMs: HOUR_MS },
  { of: 'user', max: 10, windowMs: LONGEST_WINDOW_MS },
] as const

/**
 * How many of an installation within an hour: ten of accounts that have connected before, and twenty of all others, or more with
 * more than twenty connected accounts. An account with a refusal within a day leaves the rest to those without, and an account whose address nobody has
 * verified leaves some to those who have verified theirs: strangers with free accounts do not use all of it up.
 */
const OF_PROVEN = { max: 10, afterRefusal: 6 } as const
const OF_OTHERS = { verified: 20, unverified: 14, afterRefusal: 8 } as const

/** An attempt to log in that the site has refused, or that has not ended. `user` is a hash; `at` is epoch ms. */
export type LoginAttempt = { accountId: number; user: string; at: number; isProven: boolean }

export type LoginWait = { of: (typeof LIMITS)[number]['of'] | 'installation'; waitMs: number }

/** Who tries: `users` are the hashes of the site's user, and a proven account has connected a login before. */
export type Connecting = {
  accountId: number
  users: readonly string[]
  isProven: boolean
  isVerified: boolean
  /** How many accounts have connected in the last month. */
  connected: number
}

/** How long an account must wait before it may try a login; null if it need not. Pure. */
export function decideLoginAttempt(
  attempts: readonly LoginAttempt[],
  { accountId, users, isProven, isVerified, connected }: Connecting,
  now: number,
): LoginWait | null {
  const own = attempts.filter((attempt) => attempt.accountId === accountId)
  const counts = { account: own, user: attempts.filter(({ user }) => users.includes(user)) }
  const waits = LIMITS.map(({ of, max, windowMs }): LoginWait => ({
    of,
    waitMs: waitUntilFewer(counts[of], max, windowMs, now),
  }))
  const hasRefusal = own.some(({ at }) => now - at < LONGEST_WINDOW_MS)
  const likes = attempts.filter((attempt) => attempt.isProven === isProven)
  const most = isProven
    ? OF_PROVEN[hasRefusal ? 'afterRefusal' : 'max']
    : Math.floor(
        OF_OTHERS[hasRefusal ? 'afterRefusal' : isVerified ? 'verified' : 'unverified'] *
          Math.max(1, connected / OF_OTHERS.verified),
      )
  waits.push({ of: 'installation', waitMs: waitUntilFewer(likes, most, HOUR_MS, now) })
  return waits.filter(({ waitMs }) => waitMs > 0).toSorted((a, b) => b.waitMs - a.waitMs)[0] ?? null
}

/** How long until fewer than `max` of the attempts lie within the window; 0 or less when it is so. */
function waitUntilFewer(attempts: readonly LoginAttempt[], max: number, windowMs: number, now: number): number {
  const latest = attempts.toSorted((a, b) => b.at - a.at)[max - 1]
  return latest ? latest.at + windowMs - now : 0
}
