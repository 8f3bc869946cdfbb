import { randomBytes } from 'node:crypto'
import { deriveIdentity } from '../../config/backup-keys.ts'
import { linesOf } from '../../config/keys-file.ts'
import { deriveKeys } from '../../config/keys.ts'

/** The command `keys generate`: prints a fresh ROOT_SECRET, for a whole installation, and the keys from it, for processes alone. */
export function printKeys(): void {
  const secret = randomBytes(32)
  const keys = {
    ROOT_SECRET: secret.toString('base64'),
    ...deriveKeys(secret),
    BACKUP_IDENTITY: deriveIdentity(secret),
  }
  process.stdout.write(linesOf(keys))
}
