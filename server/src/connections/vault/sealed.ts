import { createHmac, hkdfSync } from 'node:crypto'
import * as z from 'zod/mini'

/**
 * How a secret lies in the database. A fresh data key encrypts the secret; the data key is wrapped for the vault's
 * public key, through a fresh key pair of which only the public half is kept. Whoever seals cannot open.
 */
export const Sealed = z.strictObject({
  v: z.literal(1),
  alg: z.literal('x25519-hkdf-sha256+aes-256-gcm'),
  kid: z.string(),
  /** The fresh pair's public half, raw. */
  epk: z.base64url(),
  /** Each a 12-byte nonce, the ciphertext, and the 16-byte tag. */
  wrapped_key: z.base64url(),
  body: z.base64url(),
  /** Ties the data key to the header, so that no body can be made that opens under two keys. */
  commitment: z.base64url(),
})
export type Sealed = z.infer<typeof Sealed>

export const VERSION = 1
export const ALGORITHM = 'x25519-hkdf-sha256+aes-256-gcm'

/** What a seal is good for. It opens only where every one of these is the same. */
export type SealContext = {
  purpose: 'site-credentials' | 'site-token' | 'known-answer'
  accountId: number
  connectionId: number
  marketplace: string
  version: number
}

/** The header that every step authenticates: each field behind its length, so that no two contexts read alike. */
export function headerOf(kid: string, context: SealContext): Buffer {
  const { purpose, accountId, connectionId, marketplace, version } = context
  const fields = ['bidwell-vault', VERSION, ALGORITHM, kid, purpose, accountId, connectionId, marketplace, version]
  return Buffer.concat(fields.map((field) => lengthPrefixed(String(field))))
}

function lengthPrefixed(field: string): Buffer {
  const bytes = Buffer.from(field)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** The key that wraps a data key, from what both halves of the exchange can work out. */
export function wrappingKey(shared: Buffer, ephemeral: Buffer, recipient: Buffer, header: Buffer): Buffer {
  const salt = Buffer.concat([ephemeral, recipient])
  return Buffer.from(hkdfSync('sha256', shared, salt, Buffer.concat([Buffer.from('wrap'), header]), 32))
}

export function commitmentOf(dataKey: Buffer, header: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', dataKey, Buffer.alloc(0), 'commit', 32))
  return createHmac('sha256', key).update(header).digest()
}
