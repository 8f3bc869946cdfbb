import { randomBytes } from 'node:crypto'
import { bech32 } from '@scure/base'
import { identityToRecipient } from 'age-encryption'
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
  const { backups, production, dataDir } = config
  let identities = givenIdentities(config)
  if (backups.recipients.length > 0) return { recipients: backups.recipients, identities }
  if (identities.length === 0 && production) throw new StartupError(ruleOf('BACKUP_RECIPIENTS'))
  if (identities.length === 0) identities = await keptIdentities(dataDir)
  if (identities.length === 0) {
    identities = [deriveIdentity(randomBytes(32))]
    await setInKeysFile(dataDir, 'BACKUP_IDENTITY', identities.join(','))
  }
  return { recipients: await Promise.all(identities.map(identityToRecipient)), identities }
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
