import { createHmac, hkdfSync } from 'node:crypto'
import * as z from 'zod/mini'

/**
 * A secret as the database stores it. A fresh data key encrypts the secret. The data key is wrapped for the vault's public
 * key, through a fresh key pair of which only the public half is stored. The sealing process cannot open its seals.
 */
export const Sealed = z.strictObject({
  v: z.literal(2),
  alg: z.literal('x25519-hkdf-sha256+aes-256-gcm'),
  kid: z.string(),
  /** The host that may receive the secret: see `SealContext`. */
  host: z.string(),
  /** The public half of the fresh key pair, raw. */
  epk: z.base64url(),
  /** `wrapped_key` and `body`: a 12-byte nonce, the ciphertext, and the 16-byte tag. */
  wrapped_key: z.base64url(),
  body: z.base64url(),
  /** Binds the data key to the header, so that no body can be crafted that opens under two keys. */
  commitment: z.base64url(),
})
export type Sealed = z.infer<typeof Sealed>

export const VERSION = 2
export const ALGORITHM = 'x25519-hkdf-sha256+aes-256-gcm'

/**
 * What a seal is bound to, besides the host of the site that the sealing process uses: it opens only in an equal context,
 * in a process that uses the same host. So a changed address of the site never receives a login kept for another host.
 */
export type SealContext = {
  purpose: 'site-credentials' | 'site-token' | 'webhook-secret' | 'known-answer'
  accountId: number
  /** The number of the record that holds the seal. */
  connectionId: number
  marketplace: string
  version: number
}

/** The header that every encryption authenticates. Each field follows its length, so that no two contexts have equal headers. */
export function headerOf(kid: string, host: string, context: SealContext): Buffer {
  const { purpose, accountId, connectionId, marketplace, version } = context
  const sealed = ['bidwell-vault', VERSION, ALGORITHM, kid, host]
  const fields = [...sealed, purpose, accountId, connectionId, marketplace, version]
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
