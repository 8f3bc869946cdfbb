import { createHmac } from 'node:crypto'
import type { SessionKey } from '../config.ts'
import { deriveKey } from './derive-key.ts'

/**
 * Returns a function that hashes an e-mail address with a key derived from the newest session key, so that rows can be
 * connected without storing the address. The database alone does not show whose hash it is.
 */
export function createEmailHasher([newest]: readonly SessionKey[]): (email: string) => Buffer {
  const key = deriveKey(newest?.key ?? Buffer.alloc(0), 'e-mail addresses')
  return (email) => createHmac('sha256', key).update(email).digest()
}
