import { availableParallelism } from 'node:os'
import { messages } from '@bidwell/contract'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../platform/errors.ts'

export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** A null hash costs the same and never matches, so that an unknown account takes as long as a known one. */
  matches(passwordHash: string | null, password: string): Promise<boolean>
}

/** Argon2id, as OWASP's least: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const LONGEST_QUEUE = 50

/**
 * Hashes passwords side by side on all cores but one, which stays free for whoever has a bid to send. More than fifty
 * waiting means more than a few seconds: then it throws `unavailable`, because a queue that grows serves nobody.
 */
export async function createPasswordHasher(atOnce = Math.max(1, availableParallelism() - 1)): Promise<PasswordHasher> {
  const inTurn = queue(atOnce, LONGEST_QUEUE)
  const nobodysHash = await hash('nobody has this password', COST)

  return {
    hash: (password) => inTurn(() => hash(composed(password), COST)),
    async matches(passwordHash, password) {
      const matched = await inTurn(() => verify(passwordHash ?? nobodysHash, composed(password)))
      return matched && passwordHash !== null
    },
  }
}

/** One accented letter can be typed as one character or as two; a password is the same either way. */
const composed = (password: string) => password.normalize('NFC')

function queue(atOnce: number, longest: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= longest) {
        throw new AppError('unavailable', messages.generic.unavailable, { retryAfterMs: 2_000 })
      }
      // Whoever finishes hands its place on, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
