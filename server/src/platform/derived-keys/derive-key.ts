import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** The list is newest first: the first key signs, and all keys verify. */
export type SessionKey = { kid: string; key: Buffer }

/** A key of 32 bytes for one purpose (HKDF, RFC 5869): whoever has it learns neither the given key nor those of others. */
export const deriveKey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `bidwell ${purpose}`, 32))

const MARK_BYTES = 8

/** What tells one installation from another, and is no secret: whoever has the newest session key can compute it. */
export const installationMark = ([newest]: readonly SessionKey[]): string =>
  deriveKey(newest?.key ?? Buffer.alloc(0), 'installation')
    .subarray(0, MARK_BYTES)
    .toString('hex')

/**
 * Returns a function that hashes an e-mail address with a key derived from the newest session key, so that rows can be
 * connected without storing the address. The database alone does not show whose hash it is.
 */
export function createEmailHasher([newest]: readonly SessionKey[]): (email: string) => Buffer {
  const key = deriveKey(newest?.key ?? Buffer.alloc(0), 'e-mail addresses')
  return (email) => createHmac('sha256', key).update(email).digest()
}

/** Of a process that has no session key: it accepts no message. */
const unknown = randomBytes(32)

/** A secret for the messages of the stand-in for Stripe: anybody may reach the address that receives them. */
export const practiceWebhookSecret = ([newest]: readonly SessionKey[]): string =>
  `whsec_${deriveKey(newest?.key ?? unknown, 'practice payments').toString('base64url')}`
