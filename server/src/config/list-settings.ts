import { readKeysFile } from './keys-file.ts'
import { dataDirOf, readSettingsFile } from './settings-file.ts'
import { isSecret, meaningOfNone, SETTING_NAMES } from './settings.ts'

export type Setting = {
  name: string
  /** Without what is secret in it; of one that is not set, what holds then. */
  value: string
  from: 'environment' | 'settings.env' | 'default' | 'data folder'
}

const KEYS = ['SESSION_KEYS', 'VAULT_KEYS', 'BACKUP_IDENTITY']

/** Every setting with its value, also those that the environment sets wrongly. */
export async function listSettings(env: NodeJS.ProcessEnv): Promise<Setting[]> {
  const kept = await readKeysFile(dataDirOf(env)).catch((): NodeJS.Dict<string> => ({}))
  const inFile = await readSettingsFile(env).catch((): NodeJS.ProcessEnv => ({}))
  return SETTING_NAMES.map((name) => {
    const given = env[name] ?? ''
    const from = given === inFile[name] ? 'settings.env' : 'environment'
    if (given !== '') return { name, value: withoutSecret(name, given), from }
    const fromFolder = KEYS.includes(name) ? kept[name] : undefined
    if (fromFolder) return { name, value: withoutSecret(name, fromFolder), from: 'data folder' }
    return { name, value: meaningOfNone(name).replaceAll('`', ''), from: 'default' }
  })
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
