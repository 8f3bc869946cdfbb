import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { VaultKey } from '../../config/config.ts'
import { publicHalf } from '../../config/keys.ts'

/** The public key that seals. A secret key contains it. */
export const sealingKey = (key: VaultKey): KeyObject => importPublicKey(publicHalf(key).key)

export const openingKey = ({ key }: Pick<VaultKey, 'key'>): KeyObject =>
  createPrivateKey({ key, format: 'raw-private', asymmetricKeyType: 'x25519' })

export const importPublicKey = (key: Buffer): KeyObject =>
  createPublicKey({ key, format: 'raw-public', asymmetricKeyType: 'x25519' })

export const exportPublicKey = (key: KeyObject): Buffer => key.export({ format: 'raw-public' })
