import { availableParallelism } from 'node:os'
import { messages } from '@bidwell/contract'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { AppError } from '../platform/errors.ts'

export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** A null hash never matches, and takes as long: the duration does not reveal whether an account exists. */
  matches(passwordHash: string | null, password: string): Promise<boolean>
}

type Options = {
  /** How many passwords are hashed at once. By default, one core stays free for bids. */
  concurrency?: number
  cost?: { memoryCost: number; timeCost: number; parallelism: number }
}

/** The minimum that OWASP recommends for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** A wait of a few seconds. */
const MAX_WAITING = 50

/** Hashes passwords with Argon2id. Its functions throw `unavailable` while fifty passwords wait. */
export async function createPasswordHasher({
  concurrency = Math.max(1, availableParallelism() - 1),
  cost = COST,
}: Options = {}): Promise<PasswordHasher> {
  const limit = pLimit(concurrency)
  const unknownPasswordHash = await hash('no account has this password', cost)

  async function queue<T>(work: () => Promise<T>): Promise<T> {
    if (limit.pendingCount < MAX_WAITING) return limit(work)
    throw new AppError('unavailable', messages.generic.unavailable, { retryAfterMs: 2_000 })
  }

  return {
    hash: (password) => queue(() => hash(composed(password), cost)),
    async matches(passwordHash, password) {
      const matched = await queue(() => verify(passwordHash ?? unknownPasswordHash, composed(password)))
      return matched && passwordHash !== null
    },
  }
}

/** An accented letter can be typed as one character or as two; both forms are the same password. */
const composed = (password: string) => password.normalize('NFC')
