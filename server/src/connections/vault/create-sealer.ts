import { diffieHellman, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { VaultKey } from '../../config/config.ts'
import { encrypt } from '../../platform/encrypt.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { exportPublicKey, sealingKey } from './keys.ts'
import { ALGORITHM, commitmentOf, headerOf, type SealContext, type Sealed, VERSION, wrappingKey } from './sealed.ts'
import type { Secret } from './secret.ts'

export type Sealer = {
  /** The name of the key that it seals for. */
  readonly kid: string
  /** The host of the site, which alone may receive what is sealed. */
  readonly host: string
  seal(secret: Secret, context: SealContext): Sealed
}

/**
 * Seals for the first key, and for the site at `host` alone. The key's public half is enough, and cannot open the seals.
 * Throws a StartupError without a key.
 */
export function createSealer([newest]: readonly VaultKey[], host: string): Sealer {
  if (!newest) throw new StartupError('VAULT_KEYS must hold a key: this process keeps site logins')
  const { kid } = newest
  const publicKey = sealingKey(newest)
  const recipient = exportPublicKey(publicKey)

  return {
    kid,
    host,
    seal(secret, context) {
      const header = headerOf(kid, host, context)
      const pair = generateKeyPairSync('x25519')
      const epk = exportPublicKey(pair.publicKey)
      const shared = diffieHellman({ privateKey: pair.privateKey, publicKey })
      const dataKey = randomBytes(32)
      const plain = Buffer.from(secret.reveal())
      const sealed: Sealed = {
        v: VERSION,
        alg: ALGORITHM,
        kid,
        host,
        epk: epk.toString('base64url'),
        wrapped_key: encrypt(wrappingKey(shared, epk, recipient, header), dataKey, header).toString('base64url'),
        body: encrypt(dataKey, plain, header).toString('base64url'),
        commitment: commitmentOf(dataKey, header).toString('base64url'),
      }
      for (const buffer of [shared, dataKey, plain]) buffer.fill(0)
      return sealed
    },
  }
}
