import { createHmac, hkdfSync } from 'node:crypto'
import * as z from 'zod/mini'

/**
 * A secret as the database stores it. A fresh data key encrypts the secret. The data key is wrapped for the vault's public
 * key, through a fresh key pair of which only the public half is stored. The sealing process cannot open its seals.
 */
export const Sealed = z.strictObject({
  v: z.literal(1),
  alg: z.literal('x25519-hkdf-sha256+aes-256-gcm'),
  kid: z.string(),
  /** The public half of the fresh key pair, raw. */
  epk: z.base64url(),
  /** `wrapped_key` and `body`: a 12-byte nonce, the ciphertext, and the 16-byte tag. */
  wrapped_key: z.base64url(),
  body: z.base64url(),
  /** Binds the data key to the header, so that no body can be crafted that opens under two keys. */
  commitment: z.base64url(),
})
export type Sealed = z.infer<typeof Sealed>

export const VERSION = 1
export const ALGORITHM = 'x25519-hkdf-sha256+aes-256-gcm'

/** What a seal is bound to: it opens only in an equal context. */
export type SealContext = {
  purpose: 'site-credentials' | 'site-token' | 'known-answer'
  accountId: number
  connectionId: number
  marketplace: string
  version: number
}

/** The header that every encryption authenticates. Each field follows its length, so that no two contexts have equal headers. */
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

/** The key that wraps a data key, derived from the Diffie-Hellman secret `shared`. */
export function wrappingKey(shared: Buffer, ephemeral: Buffer, recipient: Buffer, header: Buffer): Buffer {
  const salt = Buffer.concat([ephemeral, recipient])
  return Buffer.from(hkdfSync('sha256', shared, salt, Buffer.concat([Buffer.from('wrap'), header]), 32))
}

/** See `commitment` of `Sealed`. */
export function commitmentOf(dataKey: Buffer, header: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', dataKey, Buffer.alloc(0), 'commit', 32))
  return createHmac('sha256', key).update(header).digest()
}
