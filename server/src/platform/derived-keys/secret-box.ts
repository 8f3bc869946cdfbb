import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SessionKey } from '../config.ts'
import { StartupError } from '../startup-error.ts'

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

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Derives a key for the purpose from each session key. The newest seals, and all open. */
export function createSecretBox(keys: readonly SessionKey[], purpose: string): SecretBox {
  const [newest] = keys
  if (!newest) throw new StartupError('SESSION_KEYS must hold a key: this process signs people in')
  const derived = new Map(
    keys.map(({ kid, key }) => [kid, Buffer.from(hkdfSync('sha256', key, '', `bidwell ${purpose}`, 32))]),
  )
  const keyOf = (kid: string) => {
    const key = derived.get(kid)
    if (!key) throw new UnknownKeyError(kid)
    return key
  }

  return {
    kid: newest.kid,

    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, keyOf(newest.kid), nonce, { authTagLength: TAG_BYTES })
      const encrypted = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return `${newest.kid}:${Buffer.concat(encrypted).toString('base64url')}`
    },

    open(sealed) {
      const [kid = '', text = ''] = sealed.split(':')
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv(CIPHER, keyOf(kid), bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const opened = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
      return Buffer.concat(opened).toString('utf8')
    },
  }
}
