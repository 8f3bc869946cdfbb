import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

/** What the database keeps of a secret. A secret is random, so its hash needs no salt. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Compares in constant time, also texts of different lengths: hashes have one length. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(hashSecret(given), hashSecret(secret))

const CODE_DIGITS = 6

/** A code that its reader types. It is short, so tries are counted. */
export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
