import { createPublicKey, diffieHellman, type KeyObject, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { VaultKey } from '../../config/config.ts'
import { decrypt } from '../../platform/encrypt.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { exportPublicKey, importPublicKey, openingKey } from './keys.ts'
import { commitmentOf, headerOf, type SealContext, Sealed, wrappingKey } from './sealed.ts'
import { Secret } from './secret.ts'

export type Vault = {
  /** Throws SealBroken unless the seal is unchanged, was made for the same context, and for one of the vault's keys. */
  open(sealed: unknown, context: SealContext): Secret
}

/** A seal did not open. The reason is left out: it would help nobody but an attacker. */
export class SealBroken extends Error {
  override name = 'SealBroken'

  constructor() {
    super('A sealed secret did not open')
  }
}

/**
 * Opens seals for any of the secret keys, made for the site at `host`. Only the processes that log in at the site have
 * secret keys.
 */
export function openVault(keys: readonly VaultKey[], host: string): Vault {
  const opening = new Map(keys.filter(({ kind }) => kind === 'secret').map((key) => [key.kid, openingKey(key)]))

  if (opening.size === 0) throw new StartupError('VAULT_KEYS must hold a secret key: this process logs in at the site')

  return {
    open(stored, context) {
      const sealed = z.safeParse(Sealed, stored)
      const privateKey = sealed.success && opening.get(sealed.data.kid)
      if (!sealed.success || !privateKey) throw new SealBroken()
      try {
        return unseal(privateKey, sealed.data, headerOf(sealed.data.kid, host, context))
      } catch {
        throw new SealBroken()
      }
    },
  }
}

function unseal(privateKey: KeyObject, sealed: Sealed, header: Buffer): Secret {
  const epk = Buffer.from(sealed.epk, 'base64url')
  const shared = diffieHellman({ privateKey, publicKey: importPublicKey(epk) })
  const wrapping = wrappingKey(shared, epk, exportPublicKey(createPublicKey(privateKey)), header)
  const dataKey = decrypt(wrapping, Buffer.from(sealed.wrapped_key, 'base64url'), header)
  const commitment = Buffer.from(sealed.commitment, 'base64url')
  // Checked before the body is decrypted: the data key must belong to this header.
  if (!timingSafeEqual(commitment, commitmentOf(dataKey, header))) throw new SealBroken()

  const plain = decrypt(dataKey, Buffer.from(sealed.body, 'base64url'), header)
  const secret = new Secret(plain.toString())
  for (const buffer of [shared, wrapping, dataKey, plain]) buffer.fill(0)
  return secret
}
