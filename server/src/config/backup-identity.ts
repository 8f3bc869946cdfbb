import { randomBytes } from 'node:crypto'
import { parseEnv } from 'node:util'
import { bech32 } from '@scure/base'
import { readKeysFile, writeKeysFile } from './put-keys-first.ts'

/** A fresh secret key of `age` for X25519. */
export const newIdentity = (): string => bech32.encodeFromBytes('AGE-SECRET-KEY-', randomBytes(32)).toUpperCase()

/** The secret keys for backups that stand in the data folder, as the setting has them; empty if there are none. */
export async function readBackupIdentity(dataDir: string): Promise<string> {
  return parseEnv(await readKeysFile(dataDir))['BACKUP_IDENTITY'] ?? ''
}

/**
 * Like `readBackupIdentity`, but adds a key to the file, beside the other keys, when there is none. Only one process may call it
 * at a time.
 */
export async function keepBackupIdentity(dataDir: string): Promise<string> {
  const kept = await readBackupIdentity(dataDir)
  if (kept !== '') return kept
  const text = await readKeysFile(dataDir)
  const identity = newIdentity()
  await writeKeysFile(dataDir, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}BACKUP_IDENTITY=${identity}\n`)
  return identity
}
