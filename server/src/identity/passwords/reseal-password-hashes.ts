import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'
import { type SecretBox, UnknownKeyError } from '../../platform/derived-keys/secret-box.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { openHash } from './password-hasher.ts'

const BATCH = 500

/**
 * Encrypts every password hash with the newest session key, so that an older key can be removed at the next start. Throws
 * a StartupError when a hash needs a key that is not configured: without it, its owner could not sign in.
 */
export async function resealPasswordHashes(db: Db, box: SecretBox): Promise<void> {
  for (;;) {
    const accounts = await db
      .selectFrom('accounts')
      .select(['id', 'password_hash'])
      .where('password_hash', 'is not', null)
      .where(sql`split_part(password_hash, ':', 1)`, '<>', box.kid)
      .limit(BATCH)
      .$narrowType<{ password_hash: string }>()
      .execute()
    if (accounts.length === 0) return
    for (const { id, password_hash: stored } of accounts) {
      await db
        .updateTable('accounts')
        .set({ password_hash: reseal(box, stored) })
        .where('id', '=', id)
        .where('password_hash', '=', stored)
        .execute()
    }
  }
}

function reseal(box: SecretBox, stored: string): string {
  try {
    return box.seal(openHash(box, stored))
  } catch (error) {
    if (!(error instanceof UnknownKeyError)) throw error
    throw new StartupError(
      `SESSION_KEYS lacks the key ${error.kid}, which passwords are stored with: add it again at the end of the list, ` +
        'start once, and then remove it',
    )
  }
}
