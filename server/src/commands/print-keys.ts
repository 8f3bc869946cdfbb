import { randomBytes } from 'node:crypto'
import { identityToRecipient } from 'age-encryption'
import { deriveIdentity } from '../config/backup-keys.ts'
import { linesOf } from '../config/keys-file.ts'
import { deriveKeys } from '../config/keys.ts'

/** The command `keys generate`: prints a fresh ROOT_SECRET, for a whole installation, and the keys from it, for processes alone. */
export async function printKeys(): Promise<void> {
  const secret = randomBytes(32)
  const BACKUP_IDENTITY = deriveIdentity(secret)
  const keys = {
    ROOT_SECRET: secret.toString('base64'),
    ...deriveKeys(secret),
    BACKUP_RECIPIENTS: await identityToRecipient(BACKUP_IDENTITY),
    BACKUP_IDENTITY,
  }
  process.stdout.write(linesOf(keys))
}
