import { randomBytes } from 'node:crypto'
import { bech32 } from '@scure/base'
import { deriveKey } from '../platform/derived-keys/derive-key.ts'
import { StartupError } from '../platform/startup-error.ts'
import { type Config, readConfig } from './config.ts'
import { readKeysFile, setInKeysFile } from './keys-file.ts'
import { ruleOf } from './settings.ts'

type FoundFrom = Pick<Config, 'backups' | 'rootSecrets' | 'dataDir'>

/** The secret key of `age` for X25519 that comes from a ROOT_SECRET. */
export const deriveIdentity = (secret: Buffer): string =>
  bech32.encodeFromBytes('AGE-SECRET-KEY-', deriveKey(secret, 'backup key')).toUpperCase()

/**
 * The secret keys that backups are made for and verified with. What the configuration lacks comes from the data folder of a whole
 * installation, which makes it. Throws a StartupError in production, where the operator keeps keys apart from the data that they
 * protect. Only one process may call it at a time.
 */
export async function keepBackupIdentities(config: FoundFrom & Pick<Config, 'production'>): Promise<readonly string[]> {
  const given = givenIdentities(config)
  if (given.length > 0) return given
  if (config.production) throw new StartupError(ruleOf('BACKUP_IDENTITY'))
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

const givenIdentities = ({ backups, rootSecrets }: FoundFrom): readonly string[] =>
  backups.identities.length > 0 ? backups.identities : rootSecrets.map(deriveIdentity)

async function keptIdentities(dataDir: string): Promise<readonly string[]> {
  const { BACKUP_IDENTITY } = await readKeysFile(dataDir)
  return readConfig({ BACKUP_IDENTITY }).backups.identities
}
