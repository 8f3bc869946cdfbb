import { ACCOUNT } from '@bidwell/contract'

/** The wrong passwords of one caller for one account. Instants are epoch ms. */
export type Lock = {
  /** Within the last fifteen minutes, oldest first. */
  failedAt: readonly number[]
  /** The locks without a quiet time between them. */
  locks: number
  lockedUntil: number | null
}

export const NO_LOCK: Lock = { failedAt: [], locks: 0, lockedUntil: null }

/** How much longer the caller is locked; 0 when it is not. */
export const lockLeftMs = ({ lockedUntil }: Lock, now: number): number => Math.max(0, (lockedUntil ?? 0) - now)

/** Adds a failure to a caller that is not locked. The fourth one within the window starts a lock. */
export function addFailure(lock: Lock, now: number): Lock {
  const failedAt = [...lock.failedAt.filter((at) => now - at < ACCOUNT.lockWindowMs), now]
  if (failedAt.length < ACCOUNT.failuresBeforeLock) return { ...lock, failedAt }

  const isAfterQuietTime = lock.lockedUntil === null || now - lock.lockedUntil >= ACCOUNT.lockQuietMs
  const locks = isAfterQuietTime ? 1 : lock.locks + 1
  const lockMs = Math.min(ACCOUNT.lockMs * 2 ** (locks - 1), ACCOUNT.maxLockMs)
  return { failedAt, locks, lockedUntil: now + lockMs }
}

/** Takes back a failure that was added at `at`, and a lock that it completed. */
export function removeFailure(lock: Lock, at: number): Lock {
  const failedAt = lock.failedAt.toSpliced(lock.failedAt.indexOf(at), lock.failedAt.includes(at) ? 1 : 0)
  const endsLock = failedAt.length < ACCOUNT.failuresBeforeLock && lockLeftMs(lock, at) > 0
  return endsLock ? { failedAt, locks: lock.locks - 1, lockedUntil: at } : { ...lock, failedAt }
}
