import { createECDH } from 'node:crypto'
import type { VaultKey } from '../../config/config.ts'
import type { Db } from '../../platform/database/tables.ts'
import { deriveKey } from '../../platform/derived-keys/derive-key.ts'

/** The pair of keys by which push services know this installation (VAPID, RFC 8292), in base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

/**
 * The pairs that come from the secret vault keys, newest first. Browsers subscribe to the first; the others serve those that have
 * subscribed before the newest vault key was added, until a page of theirs subscribes again.
 */
export const derivePushKeys = (vaultKeys: readonly VaultKey[]): PushKeys[] =>
  vaultKeys
    .filter(({ kind }) => kind === 'secret')
    .map(({ key }) => {
      const curve = createECDH('prime256v1')
      const privateKey = deriveKey(key, 'push keys')
      curve.setPrivateKey(privateKey)
      return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
    })

/** Derives the pairs, and tells the API the newest public key: it has no key from which it could derive that. */
export async function publishPushKeys(db: Db, vaultKeys: readonly VaultKey[]): Promise<PushKeys[]> {
  const pairs = derivePushKeys(vaultKeys)
  const [newest] = pairs
  if (!newest) throw new Error('There is no secret vault key to derive the keys of pushes from')
  const public_key = newest.publicKey
  await db
    .insertInto('push_keys')
    .values({ public_key })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ public_key }))
    .execute()
  return pairs
}

/** The public key, to which browsers subscribe; null until the jobs have run once. */
export async function readPublicPushKey(db: Db): Promise<string | null> {
  const row = await db.selectFrom('push_keys').select('public_key').executeTakeFirst()
  return row?.public_key ?? null
}
