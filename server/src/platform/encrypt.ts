import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Returns nonce, ciphertext and tag, concatenated. The header is authenticated and not included. */
export function encrypt(key: Buffer, plain: Buffer, header: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(header)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws when the key, the header or any bit of the box differs from the encryption. */
export function decrypt(key: Buffer, box: Buffer, header: Buffer): Buffer {
  if (box.length < NONCE_BYTES + TAG_BYTES) throw new RangeError('Too short for a box')
  const decipher = createDecipheriv(CIPHER, key, box.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(header)
  decipher.setAuthTag(box.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}
