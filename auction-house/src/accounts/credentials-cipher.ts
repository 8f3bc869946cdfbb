import { createCipheriv, createDecipheriv } from 'node:crypto'

// Public constants from the site's own script. Both are used as ASCII characters, not as hex.
const KEY = Buffer.from('6696D2E6F042FEC4D6E3F32AD541143B', 'ascii')
const INITIAL_VECTOR = Buffer.from('0000000000000000', 'ascii')

/** Encodes a user name or a password as the sign-in form does: AES-256-CBC, base64, percent-encoded. */
export function sealCredential(plain: string) {
  const cipher = createCipheriv('aes-256-cbc', KEY, INITIAL_VECTOR)
  return encodeURIComponent(Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]).toString('base64'))
}

/** Decodes a sealed credential; undefined when it is malformed. */
export function openCredential(sealed: string) {
  try {
    const decipher = createDecipheriv('aes-256-cbc', KEY, INITIAL_VECTOR)
    const bytes = Buffer.from(decodeURIComponent(sealed), 'base64')
    return Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
