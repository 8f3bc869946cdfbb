import { deriveKey, type SessionKey } from '../../platform/derived-keys/derive-key.ts'
import { decrypt, encrypt } from '../../platform/encrypt.ts'
import { StartupError } from '../../platform/startup-error.ts'

export type SealedTotpSecret = { key_id: string; sealed_secret: Buffer }

/** Encrypts the secrets of authenticator apps, each for its account alone. */
export type TotpSealer = {
  /** The name of the key that seals now. */
  readonly keyId: string
  seal(accountId: number, secret: Uint8Array): SealedTotpSecret
  /** Throws a StartupError when the key is gone, and an error when the secret was sealed for another account. */
  open(accountId: number, sealed: SealedTotpSecret): Uint8Array<ArrayBuffer>
}

/** Derives its keys from the session keys: the newest seals, and all of them open. */
export function createTotpSealer(keys: readonly SessionKey[]): TotpSealer {
  const derived = keys.map(({ kid, key }) => ({ kid, key: deriveKey(key, 'authenticator secrets') }))
  const [newest] = derived
  if (!newest) throw new StartupError('SESSION_KEYS must hold a key: this process signs people in')

  return {
    keyId: newest.kid,

    seal: (accountId, secret) => ({
      key_id: newest.kid,
      sealed_secret: encrypt(newest.key, Buffer.from(secret), context(accountId)),
    }),

    open(accountId, { key_id: keyId, sealed_secret: sealed }) {
      const key = derived.find(({ kid }) => kid === keyId)?.key
      if (!key)
        throw new StartupError(`SESSION_KEYS must still hold the key ${keyId}: it seals secrets of authenticator apps`)
      return new Uint8Array(decrypt(key, sealed, context(accountId)))
    },
  }
}

const context = (accountId: number) => Buffer.from(`bidwell totp ${accountId}`)
