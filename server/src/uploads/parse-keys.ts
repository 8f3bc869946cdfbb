import { parseEnv } from 'node:util'
import { messages } from '@bidwell/contract'
import { readConfig } from '../config/config.ts'
import { fieldError } from '../platform/errors.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { RestoreRequest } from './restore-folder.ts'

/** The keys in the text of a `keys.env`. Throws an AppError that names what is wrong, and never a key. */
export function parseKeys(text: string): RestoreRequest['keys'] {
  const { BACKUP_IDENTITY, SESSION_KEYS, VAULT_KEYS } = parseEnv(text)
  if (!BACKUP_IDENTITY) throw fieldError('keys', messages.restore.keysWithoutIdentity)
  const keys = { BACKUP_IDENTITY, ...(SESSION_KEYS && { SESSION_KEYS }), ...(VAULT_KEYS && { VAULT_KEYS }) }
  if (readKeys(keys).vault.some(({ kind }) => kind === 'public')) {
    throw fieldError('keys', messages.restore.publicKeys)
  }
  return keys
}

function readKeys(keys: RestoreRequest['keys']) {
  try {
    return readConfig(keys).keys
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    throw fieldError('keys', messages.restore.keysUnreadable(error.message.split('\n')))
  }
}
