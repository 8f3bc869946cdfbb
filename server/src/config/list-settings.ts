import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { Environment, readConfig, SECRETS } from './config.ts'
import { dataDirOf, readSettingsFile } from './settings-file.ts'

export type Setting = {
  name: string
  /** Without what is secret in it; null where nothing is set, and nothing is meant by that. */
  value: string | null
  from: 'environment' | 'settings.env' | 'default' | 'data folder'
}

/** Set by Bidwell itself, or for tests. */
const HIDDEN = ['PRACTICE_WEBHOOK_SECRET', 'GOOGLE_SCRIPT_URL']
const KEYS = ['SESSION_KEYS', 'VAULT_KEYS', 'BACKUP_IDENTITY']

/** Every setting with its value, also those that the environment sets wrongly. */
export async function listSettings(env: NodeJS.ProcessEnv): Promise<Setting[]> {
  const kept = parseEnv(await readFile(join(dataDirOf(env), 'keys.env'), 'utf8').catch(() => ''))
  const inFile = await readSettingsFile(env).catch((): NodeJS.ProcessEnv => ({}))
  const meant = meaningOfDefaults(env)
  const names = Object.keys(Environment.shape).filter((name) => !HIDDEN.includes(name))
  return names.map((name) => {
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
    const { http, site, plans, requiresVerifiedEmail, keys, database, backups, production } = readConfig(env)
    return {
      PUBLIC_URL: http.publicUrl,
      IMAGE_ORIGINS: site.imageOrigins.join(','),
      SHOPGOODWILL_API_URL: site.apiUrl,
      SITE_READS_PER_SECOND: String(site.readsPerSecond),
      PLAN_MODE: plans === null ? 'self-hosted' : 'subscriptions',
      PLANS_FILE: plans?.file ?? null,
      REQUIRE_VERIFIED_EMAIL: String(requiresVerifiedEmail),
      ...(keys.session.length === 0 && { SESSION_KEYS: 'made at the first start' }),
      ...(keys.vault.length === 0 && { VAULT_KEYS: 'made at the first start' }),
      BACKUP_FOLDER: backups.folder,
      ...(backups.isOn &&
        !production &&
        backups.recipients.length === 0 && { BACKUP_IDENTITY: 'made at the first start' }),
      ...(database.kind === 'embedded' && { DATABASE_URL: 'the built-in PostgreSQL' }),
    }
  } catch {
    return {}
  }
}

function defaultOf(name: string): string | null {
  const value = Object.entries(Environment.shape)
    .find(([key]) => key === name)?.[1]
    .safeParse(undefined).data
  return value === undefined || value === '' ? null : String(value)
}

const HIDDEN_TEXT = '…'

/** A secret address keeps its host. Of another address, a user name and a password in it are hidden. */
function withoutSecret(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || url.host === '') {
    return SECRETS.has(name) || value.includes('://') ? HIDDEN_TEXT : value
  }
  const login = url.username === '' && url.password === '' ? '' : `${HIDDEN_TEXT}@`
  const rest = `${url.pathname}${url.search}`
  const path = SECRETS.has(name) ? (rest === '/' || rest === '' ? '' : `/${HIDDEN_TEXT}`) : rest
  return login === '' && !SECRETS.has(name) ? value : `${url.protocol}//${login}${url.host}${path}`
}
