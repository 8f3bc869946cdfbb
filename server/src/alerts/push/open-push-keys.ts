import type { VaultKey } from '../../config/config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { createSecretBox, type SecretBox, UnknownKeyError } from '../../platform/derived-keys/secret-box.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { generatePushKeys, type PushKeys } from './push-message.ts'

type Deps = { db: Db; clock: Clock }

/**
 * The installation's keys for pushes. The first call makes them, and every later one returns the same, in every process. The
 * private key is sealed with a key derived from the newest secret vault key, and sealed again after that was replaced. Throws a
 * StartupError when none of the vault keys opens it.
 */
export async function openPushKeys({ db, clock }: Deps, vaultKeys: readonly VaultKey[]): Promise<PushKeys> {
  const box = boxOf(vaultKeys)
  const made = generatePushKeys()
  await db
    .insertInto('push_keys')
    .values({
      public_key: made.publicKey,
      sealed_private_key: box.seal(made.privateKey),
      created_at: new Date(clock.now()),
    })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute()
  const kept = await db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
  const privateKey = open(box, kept.sealed_private_key)
  if (!kept.sealed_private_key.startsWith(`${box.kid}:`)) {
    await db
      .updateTable('push_keys')
      .set({ sealed_private_key: box.seal(privateKey) })
      .execute()
  }
  return { publicKey: kept.public_key, privateKey }
}

/** The public key, to which browsers subscribe; null until the jobs have run once. */
export async function readPublicPushKey(db: Db): Promise<string | null> {
  const row = await db.selectFrom('push_keys').select('public_key').executeTakeFirst()
  return row?.public_key ?? null
}

/**
 * Removes keys that none of the secret vault keys opens; the next start of the jobs makes new ones. The subscriptions to the
 * lost key end with it: browsers subscribe again when they open the app. Returns whether there were such keys.
 */
export async function forgetUnopenablePushKeys({ db, clock }: Deps, vaultKeys: readonly VaultKey[]): Promise<boolean> {
  const box = boxOf(vaultKeys)
  return db.transaction().execute(async (tx) => {
    const kept = await tx.selectFrom('push_keys').selectAll().forUpdate().executeTakeFirst()
    if (kept === undefined || opens(box, kept.sealed_private_key)) return false
    await tx.deleteFrom('push_keys').execute()
    await tx
      .updateTable('destinations')
      .set({ stopped_at: new Date(clock.now()), stopped_because: 'key_lost' })
      .where('channel', '=', 'push')
      .where('stopped_at', 'is', null)
      .execute()
    return true
  })
}

const boxOf = (keys: readonly VaultKey[]): SecretBox =>
  createSecretBox(
    keys.filter(({ kind }) => kind === 'secret'),
    'push keys',
  )

function open(box: SecretBox, sealed: string): string {
  try {
    return box.open(sealed)
  } catch (error) {
    if (!(error instanceof UnknownKeyError)) throw error
    throw new StartupError(
      `VAULT_KEYS lacks the secret key "${error.kid}", which seals the key for pushes: put it back, last in the list. If it is ` +
        'lost for good, `npm run bidwell doctor -- --forget-lost-keys` removes what it sealed, and browsers subscribe again when they open ' +
        'Bidwell',
    )
  }
}

function opens(box: SecretBox, sealed: string): boolean {
  try {
    box.open(sealed)
    return true
  } catch (error) {
    if (error instanceof UnknownKeyError) return false
    throw error
  }
}
