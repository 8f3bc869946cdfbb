import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseEnv } from 'node:util'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { StartupError } from '../platform/startup-error.ts'
import { BACKUP_RULES } from './backup-settings.ts'
import { type Config, readConfig } from './config.ts'
import { keysFileIn } from './keys.ts'

export type BackupKeys = {
  /** Public keys of `age`, for which a backup is encrypted. */
  recipients: readonly string[]
  /** Secret keys of `age`, of which each opens backups; none where the operator keeps them elsewhere. */
  identities: readonly string[]
}

/** A fresh pair of keys for backups, as lines of settings. */
export async function generateBackupKeys(): Promise<string> {
  const identity = await generateX25519Identity()
  return `BACKUP_RECIPIENTS=${await identityToRecipient(identity)}\nBACKUP_IDENTITY=${identity}\n`
}

/**
 * The keys for making backups. What the configuration lacks comes from the file with the keys of the data folder; the first
 * call on a whole installation adds a secret key to it, whose copy belongs elsewhere. Throws a StartupError in production,
 * where the operator keeps keys apart from the data that they protect. Only one process may call it at a time.
 */
export async function keepBackupKeys(config: Pick<Config, 'backups' | 'production' | 'dataDir'>): Promise<BackupKeys> {
  const { backups, production, dataDir } = config
  const isMade = backups.recipients.length === 0 && backups.identities.length === 0 && !production
  const identities = isMade ? await keepIdentity(dataDir) : backups.identities
  const recipients =
    backups.recipients.length > 0 ? backups.recipients : await Promise.all(identities.map(identityToRecipient))
  if (recipients.length === 0) throw new StartupError(`BACKUP_RECIPIENTS ${BACKUP_RULES['BACKUP_RECIPIENTS']}`)
  return { recipients, identities }
}

/** The secret keys that open backups here: those of the configuration, else those of the data folder. */
export async function findBackupIdentities({
  backups,
  dataDir,
}: Pick<Config, 'backups' | 'dataDir'>): Promise<readonly string[]> {
  if (backups.identities.length > 0) return backups.identities
  const { BACKUP_IDENTITY } = parseEnv(await readFile(keysFileIn(dataDir), 'utf8').catch(() => ''))
  return readConfig({ BACKUP_IDENTITY }).backups.identities
}

async function keepIdentity(dataDir: string): Promise<readonly string[]> {
  const file = keysFileIn(dataDir)
  const text = await readFile(file, 'utf8').catch(emptyIfMissing)
  const { BACKUP_IDENTITY } = parseEnv(text)
  if (BACKUP_IDENTITY) return readConfig({ BACKUP_IDENTITY }).backups.identities
  const identity = await generateX25519Identity()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.new-${process.pid}`
  {
    await using handle = await open(fresh, 'w', 0o600)
    await handle.writeFile(`${text}${text === '' || text.endsWith('\n') ? '' : '\n'}BACKUP_IDENTITY=${identity}\n`)
    await handle.sync()
  }
  // The file has all keys: a crash must leave the old one or the new one.
  await rename(fresh, file)
  return [identity]
}

function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}
