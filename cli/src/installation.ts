import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CliError } from './cli-error.ts'

/** Where Bidwell is, without a slash at its end, and the token that opens it. */
export type Installation = { url: string; token: string }

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The file that keeps the installation of this user. */
const fileOf = (env: NodeJS.ProcessEnv) =>
  join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'bidwell', 'cli.json')

/**
 * The installation of BIDWELL_URL and BIDWELL_TOKEN, else that of the last `login`. A kept token goes to the address that it
 * was kept for, and to no other. Throws when the address or the token is missing.
 */
export async function readInstallation(env: NodeJS.ProcessEnv): Promise<Installation> {
  const kept = await readKept(fileOf(env))
  const url = env['BIDWELL_URL'] ? readAddress(env['BIDWELL_URL']) : kept?.url
  const token = env['BIDWELL_TOKEN'] || (kept?.url === url ? kept?.token : undefined)
  if (url === undefined || token === undefined) {
    throw new CliError('wrongUse', 'Run "bidwell-cli login" first, or set BIDWELL_URL and BIDWELL_TOKEN')
  }
  return { url, token: readToken(token) }
}

/** Keeps an installation for later runs, in a file that only this user reads. Returns the file's path. */
export async function keepInstallation(env: NodeJS.ProcessEnv, installation: Installation): Promise<string> {
  const file = fileOf(env)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // A new file in the place of the old one: the mode of an existing file would stay.
  const written = `${file}.${process.pid}`
  await writeFile(written, `${JSON.stringify(installation, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await chmod(written, 0o600)
  await rename(written, file)
  return file
}

async function readKept(file: string): Promise<Installation | null> {
  const found = await stat(file).catch(() => null)
  if (found === null) return null
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    throw new CliError('wrongUse', `Others can read ${file}, which holds a token. Run "chmod 600 ${file}"`)
  }
  const kept = parse(await readFile(file, 'utf8'))
  if (kept === null) throw new CliError('wrongUse', `${file} cannot be read. Run "bidwell-cli login" again`)
  return kept
}

function parse(text: string): Installation | null {
  try {
    const { url, token }: { url?: unknown; token?: unknown } = JSON.parse(text)
    return typeof url === 'string' && typeof token === 'string' ? { url: readAddress(url), token } : null
  } catch {
    return null
  }
}

/** The address of an installation in the form that `Installation` has. Throws for one over which others could read the token. */
export function readAddress(typed: string): string {
  const url = URL.parse(typed.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CliError('wrongUse', `"${typed}" is no address. It begins with https://`)
  }
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname)) {
    throw new CliError('wrongUse', `${url.origin} must begin with https://, or others on the way can read the token`)
  }
  return url.origin
}

/** A token without the white space around it. Throws for a text that no header can carry. */
export function readToken(typed: string): string {
  const token = typed.trim()
  if (!/^[\w.-]+$/.test(token)) throw new CliError('wrongUse', 'A token has letters, digits, dots and dashes alone')
  return token
}
