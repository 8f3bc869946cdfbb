import { decrypt, encrypt } from '../encrypt.ts'
import { StartupError } from '../startup-error.ts'
import { deriveKey, type SessionKey } from './derive-key.ts'

/** Encrypts short texts for one purpose, so that the database alone does not show them. */
export type SecretBox = {
  /** `kid:` and the encrypted text, by the newest key. */
  seal(text: string): string
  /** Throws `UnknownKeyError` when the key is no longer configured, and another error when the text was changed. */
  open(sealed: string): string
  /** The name of the newest key. */
  kid: string
}

/** The text was encrypted with a key that this process does not have. */
export class UnknownKeyError extends Error {
  override name = 'UnknownKeyError'
  readonly kid: string

  constructor(kid: string) {
    super(`There is no key ${kid}`)
    this.kid = kid
  }
}

const NO_HEADER = Buffer.alloc(0)

/** Derives a key for the purpose from each session key. The newest seals, and all open. */
export function createSecretBox(keys: readonly SessionKey[], purpose: string): SecretBox {
  const [newest] = keys
  if (!newest) throw new StartupError('SESSION_KEYS must hold a key: this process signs people in')
  const derived = new Map(keys.map(({ kid, key }) => [kid, deriveKey(key, purpose)]))
  const keyOf = (kid: string) => {
    const key = derived.get(kid)
    if (!key) throw new UnknownKeyError(kid)
    return key
  }

  return {
    kid: newest.kid,

    seal: (text) => `${newest.kid}:${encrypt(keyOf(newest.kid), Buffer.from(text), NO_HEADER).toString('base64url')}`,

    open(sealed) {
      const [kid = '', text = ''] = sealed.split(':')
      return decrypt(keyOf(kid), Buffer.from(text, 'base64url'), NO_HEADER).toString()
    },
  }
}
