import { createHmac, hkdfSync } from 'node:crypto'
import type { SessionKey } from '../config.ts'

/**
 * Returns a function that hashes an e-mail address with a key derived from the newest session key, so that rows can be
 * connected without storing the address. The database alone does not show whose hash it is.
 */
export function createEmailHasher([newest]: readonly SessionKey[]): (email: string) => Buffer {
  const key = Buffer.from(hkdfSync('sha256', newest?.key ?? '', '', 'bidwell e-mail addresses', 32))
  return (email) => createHmac('sha256', key).update(email).digest()
}
