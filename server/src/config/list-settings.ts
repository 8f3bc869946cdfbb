import { readConfig } from './config.ts'
import { readKeysFile } from './keys-file.ts'
import { dataDirOf, readSettingsFile } from './settings-file.ts'
import { defaultOf, isSecret, SETTING_NAMES } from './settings.ts'

export type Setting = {
  name: string
  /** Without what is secret in it; null where nothing is set, and nothing is meant by that. */
  value: string | null
  from: 'environment' | 'settings.env' | 'default' | 'data folder'
}

const KEYS = ['SESSION_KEYS', 'VAULT_KEYS', 'BACKUP_IDENTITY']

/** Every setting with its value, also those that the environment sets wrongly. */
export async function listSettings(env: NodeJS.ProcessEnv): Promise<Setting[]> {
  const kept = await readKeysFile(dataDirOf(env)).catch((): NodeJS.Dict<string> => ({}))
  const inFile = await readSettingsFile(env).catch((): NodeJS.ProcessEnv => ({}))
  const meant = meaningOfDefaults(env)
  return SETTING_NAMES.map((name) => {
    const given = env[name] ?? ''
    const from = given === inFile[name] ? 'settings.env' : 'environment'
    if (given !== '') return { name, value: withoutSecret(name, given), from }
    const fromFolder = KEYS.includes(name) ? kept[name] : undefined
    if (fromFolder) return { name, value: withoutSecret(name, fromFolder), from: 'data folder' }
    return { name, value: meant[name] ?? defaultOf(name), from: 'default' }
  })
}

/** What a setting means that nobody has set, where it follows from others. Empty for a configuration with mistakes. */
function meaningOfDefaults(env: NodeJS.ProcessEnv): Record<string, string | null> {
  try {
    const { http, site, plans, keys, rootSecrets, database, backups, production } = readConfig(env)
    const origin = rootSecrets.length > 0 ? 'from ROOT_SECRET' : 'made at the first start'
    return {
      PUBLIC_URL: http.publicUrl,
      SITE_READS_PER_SECOND: String(site.readsPerSecond),
      PLAN_MODE: plans === null ? 'self-hosted' : 'subscriptions',
      PLANS_FILE: plans?.file ?? null,
      ...(keys.session.length === 0 && { SESSION_KEYS: origin }),
      ...(keys.vault.length === 0 && { VAULT_KEYS: origin }),
      BACKUP_FOLDER: backups.folder,
      ...(backups.isOn && !production && { BACKUP_IDENTITY: origin }),
      ...(database.kind === 'embedded' && { DATABASE_URL: 'the built-in PostgreSQL' }),
    }
  } catch {
    return {}
  }
}

const HIDDEN_TEXT = '…'

/** A secret address keeps its host. Of another address, a user name and a password in it are hidden. */
function withoutSecret(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || url.host === '') {
    return isSecret(name) || value.includes('://') ? HIDDEN_TEXT : value
  }
  const login = url.username === '' && url.password === '' ? '' : `${HIDDEN_TEXT}@`
  const rest = `${url.pathname}${url.search}`
  const path = isSecret(name) ? (rest === '/' || rest === '' ? '' : `/${HIDDEN_TEXT}`) : rest
  return login === '' && !isSecret(name) ? value : `${url.protocol}//${login}${url.host}${path}`
}
