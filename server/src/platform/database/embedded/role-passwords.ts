import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { StartupError } from '../../startup-error.ts'
import { ROLE_NAMES, type RoleName } from '../roles.ts'

export type Passwords = Record<RoleName, string>

const ITERATIONS = 4_096

/** The passwords of the product's roles in the data folder's PostgreSQL; null if there are none yet. */
export async function readRolePasswords(dataDir: string): Promise<Passwords | null> {
  const kept = parseEnv(await readFile(fileIn(dataDir), 'utf8').catch(() => ''))
  const password = (name: RoleName) => kept[name] ?? ''
  const all = {
    owner: password('owner'),
    api: password('api'),
    jobs: password('jobs'),
    engine: password('engine'),
  }
  return ROLE_NAMES.every((name) => all[name] !== '') ? all : null
}

/** Reads the passwords. The first call makes them, readable by their owner alone. */
export async function keepRolePasswords(dataDir: string): Promise<Passwords> {
  const kept = await readRolePasswords(dataDir)
  if (kept !== null) return kept
  const fresh = `${fileIn(dataDir)}.new-${process.pid}`
  const lines = ROLE_NAMES.map((name) => `${name}=${randomBytes(24).toString('hex')}\n`)
  await writeFile(fresh, lines.join(''), { mode: 0o600 })
  // `link` is atomic and fails if the file exists: concurrent starts share one file, and a crash leaves no partial file.
  await link(fresh, fileIn(dataDir)).catch(() => {})
  await rm(fresh)
  const made = await readRolePasswords(dataDir)
  if (made === null) {
    throw new StartupError(`${fileIn(dataDir)} lacks a password: delete it, and the next start makes new ones`)
  }
  return made
}

const fileIn = (dataDir: string) => join(dataDir, 'postgres-roles.env')

/** What PostgreSQL stores of a password of ASCII characters (RFC 5802, SCRAM-SHA-256): it does not reveal the password. */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const serverKey = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
