import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { deriveKey, type SessionKey } from './derive-key.ts'

export type Nonces = {
  issue(): string
  /** When the nonce expires, epoch ms; null for a nonce that is not ours, or has expired. */
  expiryOf(nonce: string): number | null
}

type Use = {
  /** What the nonces are for: those of one purpose do not serve another. */
  purpose: string
  lifeMs: number
}

const EXPIRY_BYTES = 6
const RANDOM_BYTES = 16
const MAC_BYTES = 16

/**
 * Issues nonces: the expiry, random bytes, and their authentication code. A nonce needs no row before it is used, so
 * strangers who ask for nonces fill no table. Whoever accepts a nonce must note that it is spent.
 */
export function createNonces(sessionKeys: readonly SessionKey[], clock: Clock, { purpose, lifeMs }: Use): Nonces {
  const keys = sessionKeys.map(({ key }) => deriveKey(key, purpose))

  return {
    issue() {
      const [newest] = keys
      if (!newest) throw new Error('There is no key to issue a nonce with')
      const body = Buffer.alloc(EXPIRY_BYTES + RANDOM_BYTES)
      body.writeUIntBE(clock.now() + lifeMs, 0, EXPIRY_BYTES)
      randomBytes(RANDOM_BYTES).copy(body, EXPIRY_BYTES)
      return Buffer.concat([body, macOf(newest, body)]).toString('base64url')
    },

    expiryOf(nonce) {
      const bytes = Buffer.from(nonce, 'base64url')
      // Another spelling of the same bytes would not be found among those that are spent.
      if (bytes.toString('base64url') !== nonce) return null
      if (bytes.length !== EXPIRY_BYTES + RANDOM_BYTES + MAC_BYTES) return null
      const body = bytes.subarray(0, EXPIRY_BYTES + RANDOM_BYTES)
      const mac = bytes.subarray(EXPIRY_BYTES + RANDOM_BYTES)
      if (!keys.some((key) => timingSafeEqual(macOf(key, body), mac))) return null
      const expiry = body.readUIntBE(0, EXPIRY_BYTES)
      return expiry > clock.now() ? expiry : null
    },
  }
}

const macOf = (key: Buffer, body: Buffer) => createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES)
