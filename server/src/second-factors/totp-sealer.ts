import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SessionKey } from '../platform/config.ts'
import { StartupError } from '../platform/startup-error.ts'

export type SealedTotpSecret = { key_id: string; sealed_secret: Buffer }

/** Encrypts the secrets of authenticator apps, each for its account alone. */
export type TotpSealer = {
  /** The name of the key that seals now. */
  readonly keyId: string
  seal(accountId: number, secret: Uint8Array): SealedTotpSecret
  /** Throws a StartupError when the key is gone, and an error when the secret was sealed for another account. */
  open(accountId: number, sealed: SealedTotpSecret): Uint8Array<ArrayBuffer>
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/** Derives its keys from the session keys: the newest seals, and all of them open. */
export function createTotpSealer(keys: readonly SessionKey[]): TotpSealer {
  const derived = keys.map(({ kid, key }) => ({
    kid,
    key: Buffer.from(hkdfSync('sha256', key, '', 'bidwell authenticator secrets', 32)),
  }))
  const [newest] = derived
  if (!newest) throw new StartupError('SESSION_KEYS must hold a key: this process signs people in')

  return {
    keyId: newest.kid,

    seal(accountId, secret) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, newest.key, nonce, { authTagLength: TAG_BYTES }).setAAD(context(accountId))
      const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
      return { key_id: newest.kid, sealed_secret: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]) }
    },

    open(accountId, { key_id: keyId, sealed_secret: sealed }) {
      const key = derived.find(({ kid }) => kid === keyId)?.key
      if (!key)
        throw new StartupError(`SESSION_KEYS must still hold the key ${keyId}: it seals secrets of authenticator apps`)
      const end = NONCE_BYTES + TAG_BYTES
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(context(accountId))
        .setAuthTag(sealed.subarray(NONCE_BYTES, end))
      return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(end)), decipher.final()]))
    },
  }
}

const context = (accountId: number) => Buffer.from(`bidwell totp ${accountId}`)
