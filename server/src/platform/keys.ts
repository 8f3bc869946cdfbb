import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Config } from './config.ts'
import { StartupError } from './startup-error.ts'

export type Keys = { SESSION_KEYS: string; VAULT_KEYS: string }

/** A fresh key for signing sessions and one for the vault, as the environment has them. */
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
 * Those keys that the environment does not give, from the data folder: made on the first start, for its owner alone to
 * read. Throws a Refusal in production, where the operator keeps them apart from the data that they protect.
 */
export async function missingKeys({ dataDir, production, keys }: Config): Promise<Partial<Keys>> {
  const missing: (keyof Keys)[] = []
  if (keys.session.length === 0) missing.push('SESSION_KEYS')
  if (keys.vault.length === 0) missing.push('VAULT_KEYS')
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
  // Linked, not written: of two starts at once the second finds the first's, and a crash leaves no half a file.
  await link(fresh, file).catch(() => {})
  await rm(fresh)
  return await readFile(file, 'utf8')
}
