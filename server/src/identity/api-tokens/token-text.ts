import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { hashSecret } from '../../platform/secrets.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 178 random bits. */
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const FORM = new RegExp(`^(bwp_[0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`)

/**
 * Makes a token: `bwp_`, thirty random letters and digits, and the CRC-32 of both in base 62, by which scanners of published
 * files find it and a mistyped one is recognised.
 */
export function makeTokenText(): string {
  const body = `bwp_${Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
  return body + checksumOf(body)
}

/** The hash by which a token is stored; null for a text that is no token. */
export function hashOfToken(text: string): Buffer | null {
  const [, body, checksum] = FORM.exec(text) ?? []
  return body !== undefined && checksumOf(body) === checksum ? hashSecret(text) : null
}

function checksumOf(body: string): string {
  let rest = crc32(body)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
