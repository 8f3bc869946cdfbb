import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Config } from './config.ts'
import { StartupError } from './startup-error.ts'

export type KeyName = 'SESSION_KEYS' | 'VAULT_KEYS'
export type Keys = Record<KeyName, string>

/** A fresh session signing key and a fresh vault key, in the format of the environment variables. */
export function generateKeys(): Keys {
  const kid = randomBytes(4).toString('hex')
  const vault = generateKeyPairSync('x25519').privateKey.export({ format: 'raw-private' })
  return {
    SESSION_KEYS: `${kid}:${randomBytes(32).toString('base64')}`,
    VAULT_KEYS: `${kid}:secret:${vault.toString('base64')}`,
  }
}

export const keysAsText = (keys: Keys) => `SESSION_KEYS=${keys.SESSION_KEYS}\nVAULT_KEYS=${keys.VAULT_KEYS}\n`

/**
 * The needed keys that the configuration lacks, read from the data folder. The first call makes them, readable by their
 * owner alone. Throws a StartupError in production, where the operator keeps keys apart from the data they protect.
 */
export async function missingKeys(
  { dataDir, production, keys }: Config,
  needed: readonly KeyName[],
): Promise<Partial<Keys>> {
  const given: Record<KeyName, number> = { SESSION_KEYS: keys.session.length, VAULT_KEYS: keys.vault.length }
  const missing = needed.filter((name) => given[name] === 0)
  if (missing.length === 0) return {}
  if (production) {
    throw new StartupError(
      `${missing.join(' and ')} must be set when NODE_ENV is production: \`npm run -s bidwell generate-keys\` prints them; keep ` +
        'them where the database and its backups are not, since nobody without them can open what is sealed',
    )
  }
  const file = join(dataDir, 'keys.env')
  const kept = parseEnv(await readOrMake(file))
  return Object.fromEntries(
    missing.map((name) => {
      if (!kept[name]) throw new StartupError(`${file} does not hold ${name} any more`)
      return [name, kept[name]]
    }),
  )
}

async function readOrMake(file: string) {
  const fresh = `${file}.new-${process.pid}`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(fresh, keysAsText(generateKeys()), { mode: 0o600 })
  // `link` is atomic and fails if the file exists: concurrent starts share one file, and a crash leaves no partial file.
  await link(fresh, file).catch(() => {})
  await rm(fresh)
  return await readFile(file, 'utf8')
}
