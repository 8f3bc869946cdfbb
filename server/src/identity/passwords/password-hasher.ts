import { availableParallelism } from 'node:os'
import { messages } from '@bidwell/contract'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import type { SecretBox } from '../../platform/derived-keys/secret-box.ts'
import { AppError } from '../../platform/errors.ts'

export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** A null hash never matches, and takes as long: the duration does not reveal whether an account exists. */
  matches(passwordHash: string | null, password: string): Promise<boolean>
  /** Whether `hash` would use a higher cost now, or another key. */
  isOutdated(passwordHash: string): boolean
}

type Cost = { memoryCost: number; timeCost: number; parallelism: number }

type Options = {
  /** Encrypts the hashes. */
  box: SecretBox
  /** How many passwords are hashed at once. By default, one core stays free for bids. */
  concurrency?: number
  cost?: Cost
}

/** The minimum that OWASP recommends for Argon2id: 19 MiB, two passes, one lane. */
const COST: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** A wait of a few seconds. */
const MAX_WAITING = 50

/**
 * Hashes passwords with Argon2id, outside of the main thread, and encrypts the hashes with a key that the database lacks.
 * Its functions throw `unavailable` while fifty passwords wait.
 */
export async function createPasswordHasher({
  box,
  concurrency = Math.max(1, availableParallelism() - 1),
  cost = COST,
}: Options): Promise<PasswordHasher> {
  const limit = pLimit(concurrency)
  const unknownPasswordHash = box.seal(await hash('no account has this password', cost))

  async function queue<T>(work: () => Promise<T>): Promise<T> {
    if (limit.pendingCount < MAX_WAITING) return limit(work)
    throw new AppError('unavailable', messages.generic.unavailable, { retryAfterMs: 2_000 })
  }

  return {
    hash: (password) => queue(async () => box.seal(await hash(composed(password), cost))),
    async matches(passwordHash, password) {
      const matched = await queue(() => verify(openHash(box, passwordHash ?? unknownPasswordHash), composed(password)))
      return matched && passwordHash !== null
    },
    isOutdated(passwordHash) {
      const used = costOf(openHash(box, passwordHash))
      return (
        !passwordHash.startsWith(`${box.kid}:`) ||
        used.memoryCost < cost.memoryCost ||
        used.timeCost < cost.timeCost ||
        used.parallelism < cost.parallelism
      )
    },
  }
}

/** A hash from before hashes were encrypted starts with the name of the algorithm. */
export const openHash = (box: SecretBox, stored: string): string => (stored.startsWith('$') ? stored : box.open(stored))

function costOf(phcText: string): Cost {
  const [memoryCost = 0, timeCost = 0, parallelism = 0] =
    /\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(phcText)?.slice(1).map(Number) ?? []
  return { memoryCost, timeCost, parallelism }
}

/** An accented letter can be typed as one character or as two; both forms are the same password. */
const composed = (password: string) => password.normalize('NFC')
