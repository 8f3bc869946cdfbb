import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import type { ProcessName } from '../platform/database/roles.ts'
import { StartupError } from '../platform/startup-error.ts'
import { type Config, readConfig, type VaultKey } from './config.ts'

type KeyName = 'SESSION_KEYS' | 'VAULT_KEYS'
type Keys = Config['keys']

const NAMES: readonly KeyName[] = ['SESSION_KEYS', 'VAULT_KEYS']
const NEEDED: Record<ProcessName, readonly KeyName[]> = { api: NAMES, jobs: ['VAULT_KEYS'], engine: ['VAULT_KEYS'] }

/** A fresh session signing key and a fresh vault key, in the format of the environment variables. */
export function generateKeys(): Record<KeyName, string> {
  const kid = randomBytes(4).toString('hex')
  const vault = generateKeyPairSync('x25519').privateKey.export({ format: 'raw-private' })
  return {
    SESSION_KEYS: `${kid}:${randomBytes(32).toString('base64')}`,
    VAULT_KEYS: `${kid}:secret:${vault.toString('base64')}`,
  }
}

export const keysAsText = (keys: Record<KeyName, string>) =>
  `SESSION_KEYS=${keys.SESSION_KEYS}\nVAULT_KEYS=${keys.VAULT_KEYS}\n`

/** The half of a vault key that seals, and opens nothing. */
export function publicHalf({ kid, kind, key }: VaultKey): VaultKey {
  if (kind === 'public') return { kid, kind, key }
  const secret = createPrivateKey({ key, format: 'raw-private', asymmetricKeyType: 'x25519' })
  return { kid, kind: 'public', key: createPublicKey(secret).export({ format: 'raw-public' }) }
}

/** The public halves, in the format of VAULT_KEYS. */
export const publicHalvesAsText = (keys: readonly VaultKey[]): string =>
  keys.map((key) => `${key.kid}:public:${publicHalf(key).key.toString('base64')}`).join(',')

/**
 * The keys of a whole installation that the configuration lacks, read from the data folder. The first call makes them,
 * readable by their owner alone. Throws a StartupError in production, where the operator keeps keys apart from the data
 * that they protect.
 */
export async function missingKeys({ dataDir, production, keys }: Config): Promise<Partial<Record<KeyName, string>>> {
  const missing = NAMES.filter((name) => isMissing(keys, name))
  if (missing.length === 0) return {}
  if (production) throw new StartupError(mustBeSet(missing, 'when NODE_ENV is production'))
  const file = keysFileIn(dataDir)
  const kept = parseEnv(await readOrMake(file))
  return Object.fromEntries(
    missing.map((name) => {
      if (!kept[name]) throw new StartupError(`${file} does not hold ${name} any more`)
      return [name, kept[name]]
    }),
  )
}

/**
 * The keys that one process needs, and no others: only the API signs people in, and it cannot open the vault. Keys that the
 * environment lacks come from the data folder of a whole installation. Throws a StartupError that names a missing key, and
 * in production one that the process must not have.
 */
export async function keysOf(process: ProcessName, { dataDir, production, keys: given }: Config): Promise<Keys> {
  if (production) refuseSuperfluous(process, given)
  const lacks = (keys: Keys) => NEEDED[process].filter((name) => isMissing(keys, name))
  // The file is read only when it is needed: it holds all keys.
  const kept = production || lacks(given).length === 0 ? given : await keptKeys(dataDir)
  const all = {
    session: given.session.length > 0 ? given.session : kept.session,
    vault: given.vault.length > 0 ? given.vault : kept.vault,
  }
  const missing = lacks(all)
  if (missing.length > 0) {
    throw new StartupError(mustBeSet(missing, production ? `for the ${process}` : 'unless BIDWELL_DATA has a keys.env'))
  }
  return process === 'api' ? { ...all, vault: all.vault.map(publicHalf) } : { ...all, session: [] }
}

/** The keys that a whole installation has made in its data folder; none if there is no such file. */
export async function keptKeys(dataDir: string): Promise<Keys> {
  const { SESSION_KEYS, VAULT_KEYS } = parseEnv(await readFile(keysFileIn(dataDir), 'utf8').catch(() => ''))
  return readConfig({ SESSION_KEYS, VAULT_KEYS }).keys
}

const isMissing = (keys: Keys, name: KeyName) => (name === 'SESSION_KEYS' ? keys.session : keys.vault).length === 0

const mustBeSet = (names: readonly KeyName[], when: string) =>
  `${names.join(' and ')} must be set ${when}: \`npm run -s bidwell keys generate\` prints a set; keep it where the ` +
  'database and its backups are not, since nobody without it can open what is sealed'

function refuseSuperfluous(process: ProcessName, { session, vault }: Keys) {
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

/** The file with the keys that a whole installation has made. */
export const keysFileIn = (dataDir: string) => join(dataDir, 'keys.env')

async function readOrMake(file: string) {
  const fresh = `${file}.new-${process.pid}`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(fresh, keysAsText(generateKeys()), { mode: 0o600 })
  // `link` is atomic and fails if the file exists: concurrent starts share one file, and a crash leaves no partial file.
  await link(fresh, file).catch(() => {})
  await rm(fresh)
  return await readFile(file, 'utf8')
}
