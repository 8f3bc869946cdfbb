import type { Db } from '../../platform/database/tables.ts'
import type { TotpSealer } from './totp-sealer.ts'

/**
 * Seals all secrets of authenticator apps with the newest key, so that an older session key can be removed after a start.
 * Returns how many had an older key. Throws a StartupError when one needs a key that is not configured.
 */
export async function resealTotpSecrets({ db, totpSealer }: { db: Db; totpSealer: TotpSealer }): Promise<number> {
  const rows = await db.selectFrom('totp_secrets').selectAll().where('key_id', '!=', totpSealer.keyId).execute()
  for (const row of rows) {
    const resealed = totpSealer.seal(row.account_id, totpSealer.open(row.account_id, row))
    await db
      .updateTable('totp_secrets')
      .set(resealed)
      .where('account_id', '=', row.account_id)
      // Another process may have replaced the secret meanwhile.
      .where('sealed_secret', '=', row.sealed_secret)
      .execute()
  }
  return rows.length
}
