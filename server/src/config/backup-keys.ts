import { randomBytes } from 'node:crypto'
import { bech32 } from '@scure/base'
import { deriveKey } from '../platform/derived-keys/derive-key.ts'
import { StartupError } from '../platform/startup-error.ts'
import { type Config, readConfig } from './config.ts'
import { readKeysFile, setInKeysFile } from './keys-file.ts'
import { ruleOf } from './settings.ts'

export type BackupKeys = {
  /** Public keys of `age`, for which a backup is encrypted. */
  recipients: readonly string[]
  /** Secret keys of `age`, of which each opens backups; none where the operator keeps them elsewhere. */
  identities: readonly string[]
}

type FoundFrom = Pick<Config, 'backups' | 'rootSecrets' | 'dataDir'>

/** The secret key of `age` for X25519 that comes from a ROOT_SECRET. */
export const deriveIdentity = (secret: Buffer): string =>
  bech32.encodeFromBytes('AGE-SECRET-KEY-', deriveKey(secret, 'backup key')).toUpperCase()

/**
 * The keys for making backups. What the configuration lacks comes from the data folder of a whole installation, which makes
 * it. Throws a StartupError in production, where the operator keeps keys apart from the data that they protect. Only one
 * process may call it at a time.
 */
export async function keepBackupKeys(config: FoundFrom & Pick<Config, 'production'>): Promise<BackupKeys> {
  const { recipients } = config.backups
  if (recipients.length > 0) return { recipients, identities: config.backups.identities }
  if (config.production && givenIdentities(config).length === 0) throw new StartupError(ruleOf('BACKUP_RECIPIENTS'))
  const identities = await keepBackupIdentities(config)
  // Loads only when it is needed: the supervisor keeps a key at each start.
  const { identityToRecipient } = await import('age-encryption')
  return { recipients: await Promise.all(identities.map(identityToRecipient)), identities }
}

/** The secret keys for which backups are made here. Makes one in the data folder when there is none. */
export async function keepBackupIdentities(config: FoundFrom): Promise<readonly string[]> {
  const given = givenIdentities(config)
  if (given.length > 0) return given
  const kept = await keptIdentities(config.dataDir)
  if (kept.length > 0) return kept
  const identity = deriveIdentity(randomBytes(32))
  await setInKeysFile(config.dataDir, 'BACKUP_IDENTITY', identity)
  return [identity]
}

/** The secret keys that open backups here: those of the configuration, else that of ROOT_SECRET and those of the data folder. */
export async function findBackupIdentities(config: FoundFrom): Promise<readonly string[]> {
  const { backups, dataDir } = config
  return backups.identities.length > 0
    ? backups.identities
    : [...givenIdentities(config), ...(await keptIdentities(dataDir))]
}

/** Who names the recipients keeps what opens their backups elsewhere. */
const givenIdentities = ({ backups, rootSecrets }: FoundFrom): readonly string[] =>
  backups.identities.length > 0 || backups.recipients.length > 0 ? backups.identities : rootSecrets.map(deriveIdentity)

async function keptIdentities(dataDir: string): Promise<readonly string[]> {
  const { BACKUP_IDENTITY } = await readKeysFile(dataDir)
  return readConfig({ BACKUP_IDENTITY }).backups.identities
}
