import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseEnv } from 'node:util'
import { bech32 } from '@scure/base'
import { keysFileIn } from './keys.ts'

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

/** The text of the file with the keys; empty if there is none. */
async function readKeysFile(dataDir: string): Promise<string> {
  return readFile(keysFileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
}

/** The file has all keys: a crash must leave the old one or the new one. */
async function writeKeysFile(dataDir: string, text: string): Promise<void> {
  const file = keysFileIn(dataDir)
  const fresh = `${file}.new-${process.pid}`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  {
    await using handle = await open(fresh, 'w', 0o600)
    await handle.writeFile(text)
    await handle.sync()
  }
  await rename(fresh, file)
}
