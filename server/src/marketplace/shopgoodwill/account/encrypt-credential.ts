import { createCipheriv } from 'node:crypto'

/** Public constants from the site's own web page. They protect nothing: the result is as secret as the input. */
const KEY = Buffer.from('6696D2E6F042FEC4D6E3F32AD541143B', 'ascii')
const IV = Buffer.from('0000000000000000', 'ascii')

/** Encodes a user name or a password as `SignIn/Login` expects it: AES-256-CBC, base64, percent-encoded. */
export function encryptCredential(plain: string): string {
  const cipher = createCipheriv('aes-256-cbc', KEY, IV)
  return encodeURIComponent(cipher.update(plain, 'utf8', 'base64') + cipher.final('base64'))
}
