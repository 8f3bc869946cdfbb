import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import type { ProcessName } from '../platform/database/roles.ts'
import { deriveKey } from '../platform/derived-keys/derive-key.ts'
import { StartupError } from '../platform/startup-error.ts'
import { type Config, readConfig, type VaultKey } from './config.ts'
import { keysFileIn, makeKeysFile, readKeysFile, setInKeysFile } from './keys-file.ts'

type KeyName = 'SESSION_KEYS' | 'VAULT_KEYS'
type Keys = Config['keys']

const NAMES: readonly KeyName[] = ['SESSION_KEYS', 'VAULT_KEYS']
const NEEDED: Record<ProcessName, readonly KeyName[]> = { api: NAMES, jobs: ['VAULT_KEYS'], engine: ['VAULT_KEYS'] }

/** A fresh session signing key and a fresh vault key, in the format of the environment variables. */
export const generateKeys = (): Record<KeyName, string> => keysFrom(randomBytes(32), '')

/** The name of the keys that come from a ROOT_SECRET. It tells nothing of it. */
const rootName = (secret: Buffer) => `root-${deriveKey(secret, 'name').toString('hex', 0, 4)}`

/** The keys that come from a ROOT_SECRET. Who has one of them learns neither the secret nor another key. */
export const deriveKeys = (secret: Buffer): Record<KeyName, string> => keysFrom(secret, rootName(secret))

function keysFrom(secret: Buffer, name: string): Record<KeyName, string> {
  const kid = name || deriveKey(secret, 'name').toString('hex', 0, 4)
  return {
    SESSION_KEYS: `${kid}:${deriveKey(secret, 'session key').toString('base64')}`,
    VAULT_KEYS: `${kid}:secret:${deriveKey(secret, 'vault key').toString('base64')}`,
  }
}

/** The half of a vault key that seals, and opens nothing. */
export function publicHalf({ kid, kind, key }: VaultKey): VaultKey {
  if (kind === 'public') return { kid, kind, key }
  const secret = createPrivateKey({ key, format: 'raw-private', asymmetricKeyType: 'x25519' })
  return { kid, kind: 'public', key: createPublicKey(secret).export({ format: 'raw-public' }) }
}

/** The public halves, in the format of VAULT_KEYS. */
export const publicHalvesAsText = (keys: readonly VaultKey[]): string => vaultAsText(keys.map(publicHalf))

const vaultAsText = (keys: readonly VaultKey[]): string =>
  keys.map(({ kid, kind, key }) => `${kid}:${kind}:${key.toString('base64')}`).join(',')

/**
 * The keys of this installation: those of ROOT_SECRET first, and then those of the environment, or else of the data folder. What
 * is stored with the later ones is stored anew with the first one.
 */
export async function findKeys({ keys, rootSecrets, dataDir }: FoundFrom): Promise<Keys> {
  const isGiven = NAMES.every((name) => !isMissing(keys, name))
  // The file is read only when it is needed: it holds all keys.
  return joinKeys(rootSecrets, keys, isGiven ? NO_KEYS : await keptKeys(dataDir))
}

type FoundFrom = Pick<Config, 'keys' | 'rootSecrets' | 'dataDir'>
const NO_KEYS: Keys = { session: [], vault: [] }

function joinKeys(rootSecrets: readonly Buffer[], given: Keys, kept: Keys): Keys {
  const derived = rootSecrets.map((secret) => readConfig(deriveKeys(secret)).keys)
  const join = <Key extends { kid: string }>(of: (keys: Keys) => Key[]) => {
    const all = [...derived.flatMap(of), ...(of(given).length > 0 ? of(given) : of(kept))]
    return [...new Map(all.toReversed().map((key) => [key.kid, key])).values()].toReversed()
  }
  return { session: join(({ session }) => session), vault: join(({ vault }) => vault) }
}

/**
 * The keys of a whole installation, as settings. Where the configuration lacks some, the first call makes them in the data
 * folder, readable by their owner alone. Throws a StartupError in production, where the operator keeps keys apart from the data
 * that they protect, and when ROOT_SECRET is not the one that was used before. Only one process may call it at a time.
 */
export async function keepKeys(config: Config): Promise<Record<KeyName, string>> {
  const { dataDir, production, keys, rootSecrets } = config
  await noteRootSecret(config)
  const missing = rootSecrets.length > 0 ? [] : NAMES.filter((name) => isMissing(keys, name))
  if (missing.length > 0) {
    if (production) throw new StartupError(mustBeSet(missing, 'when NODE_ENV is production'))
    const kept = await makeKeysFile(dataDir, generateKeys())
    const lost = missing.find((name) => !kept[name])
    if (lost) throw new StartupError(`${keysFileIn(dataDir)} does not hold ${lost} any more`)
  }
  const all = await findKeys(config)
  return {
    SESSION_KEYS: all.session.map(({ kid, key }) => `${kid}:${key.toString('base64')}`).join(','),
    VAULT_KEYS: vaultAsText(all.vault),
  }
}

const ROOT_NAME = 'ROOT_SECRET_NAME'

/** Without this, a lost secret would only be noticed by those who can no longer sign in. */
async function noteRootSecret({ dataDir, rootSecrets }: Config): Promise<void> {
  const used = (await readKeysFile(dataDir))[ROOT_NAME]
  const names = rootSecrets.map(rootName)
  if (used !== undefined && !names.includes(used)) {
    throw new StartupError(
      `ROOT_SECRET must be the one that this installation has used ("${used}"): put it back` +
        `${names.length > 0 ? ', last in the list' : ''}, since nothing else opens what its keys have sealed`,
    )
  }
  const [newest] = names
  if (newest !== undefined && newest !== used) await setInKeysFile(dataDir, ROOT_NAME, newest)
}

/**
 * The keys that one process needs, and no others: only the API signs people in, and it cannot open the vault. Throws a
 * StartupError that names a missing key, and in production one that the process must not have.
 */
export async function keysOf(process: ProcessName, config: FoundFrom & Pick<Config, 'production'>): Promise<Keys> {
  const { production, keys: given, rootSecrets } = config
  if (production) refuseSuperfluous(process, config)
  const hasAll = rootSecrets.length === 0 && NEEDED[process].every((name) => !isMissing(given, name))
  const all = production || hasAll ? given : await findKeys(config)
  const missing = NEEDED[process].filter((name) => isMissing(all, name))
  if (missing.length > 0) {
    throw new StartupError(mustBeSet(missing, production ? `for the ${process}` : 'unless BIDWELL_DATA has a keys.env'))
  }
  return process === 'api' ? { ...all, vault: all.vault.map(publicHalf) } : { ...all, session: [] }
}

/** The keys that a whole installation has made in its data folder; none if there is no such file. */
async function keptKeys(dataDir: string): Promise<Keys> {
  const { SESSION_KEYS, VAULT_KEYS } = await readKeysFile(dataDir)
  return readConfig({ SESSION_KEYS, VAULT_KEYS }).keys
}

const isMissing = (keys: Keys, name: KeyName) => (name === 'SESSION_KEYS' ? keys.session : keys.vault).length === 0

const mustBeSet = (names: readonly KeyName[], when: string) =>
  `${names.join(' and ')} must be set ${when}: \`npm run -s bidwell keys generate\` prints a set; keep it where the ` +
  'database and its backups are not, since nobody without it can open what is sealed'

function refuseSuperfluous(process: ProcessName, { keys: { session, vault }, rootSecrets }: FoundFrom) {
  if (rootSecrets.length > 0) {
    throw new StartupError(
      `ROOT_SECRET must not be set for the ${process} in production: it opens everything. Give it the keys that ` +
        '`npm run -s bidwell keys generate` has printed with it',
    )
  }
  if (process !== 'api' && session.length > 0) {
    throw new StartupError(
      `SESSION_KEYS must not be set for the ${process} in production: only the API signs people in`,
    )
  }
  if (process === 'api' && vault.some(({ kind }) => kind === 'secret')) {
    throw new StartupError(
      'VAULT_KEYS must hold public keys alone for the API in production: `npm run -s bidwell keys public`, run with the ' +
        'secret keys, prints them',
    )
  }
}
