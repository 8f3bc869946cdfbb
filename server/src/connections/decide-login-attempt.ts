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
  { of: 'installation', max: 30, windowMs: HOUR_MS },
] as const

/** An attempt to log in that the site has refused, or that has not ended. `user` is a hash; `at` is epoch ms. */
export type LoginAttempt = { accountId: number; user: string; at: number }

export type LoginWait = { of: (typeof LIMITS)[number]['of']; waitMs: number }

/** How long an account must wait before it may try a login; null if it need not. `users`: the user's hashes. Pure. */
export function decideLoginAttempt(
  attempts: readonly LoginAttempt[],
  { accountId, users }: { accountId: number; users: readonly string[] },
  now: number,
): LoginWait | null {
  const counts = {
    account: (attempt: LoginAttempt) => attempt.accountId === accountId,
    user: (attempt: LoginAttempt) => users.includes(attempt.user),
    installation: () => true,
  }
  const waits = LIMITS.map(({ of, max, windowMs }): LoginWait => {
    const latest = attempts.filter(counts[of]).toSorted((a, b) => b.at - a.at)[max - 1]
    return { of, waitMs: latest ? latest.at + windowMs - now : 0 }
  }).filter(({ waitMs }) => waitMs > 0)
  return waits.toSorted((a, b) => b.waitMs - a.waitMs)[0] ?? null
}
