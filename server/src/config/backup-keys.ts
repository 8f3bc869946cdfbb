import { identityToRecipient } from 'age-encryption'
import { StartupError } from '../platform/startup-error.ts'
import { keepBackupIdentity, newIdentity, readBackupIdentity } from './backup-identity.ts'
import { BACKUP_RULES } from './backup-settings.ts'
import { type Config, readConfig } from './config.ts'

export type BackupKeys = {
  /** Public keys of `age`, for which a backup is encrypted. */
  recipients: readonly string[]
  /** Secret keys of `age`, of which each opens backups; none where the operator keeps them elsewhere. */
  identities: readonly string[]
}

/** A fresh pair of keys for backups, as lines of settings. */
export async function generateBackupKeys(): Promise<string> {
  const identity = newIdentity()
  return `BACKUP_RECIPIENTS=${await identityToRecipient(identity)}\nBACKUP_IDENTITY=${identity}\n`
}

/**
 * The keys for making backups. What the configuration lacks comes from the data folder of a whole installation, which makes
 * it. Throws a StartupError in production, where the operator keeps keys apart from the data that they protect. Only one
 * process may call it at a time.
 */
export async function keepBackupKeys(config: Pick<Config, 'backups' | 'production' | 'dataDir'>): Promise<BackupKeys> {
  const { backups, production, dataDir } = config
  const isMade = backups.recipients.length === 0 && backups.identities.length === 0 && !production
  const identities = isMade ? identitiesIn(await keepBackupIdentity(dataDir)) : backups.identities
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
  return backups.identities.length > 0 ? backups.identities : identitiesIn(await readBackupIdentity(dataDir))
}

const identitiesIn = (BACKUP_IDENTITY: string) => readConfig({ BACKUP_IDENTITY }).backups.identities
