import type { Manifest } from '../backups/manifest.ts'
import type { Config } from '../config/config.ts'
import { StartupError } from '../platform/startup-error.ts'

/** Throws a StartupError that names the keys without which something in the backup opens to nobody. */
export function checkKeys({ keys: needed }: Pick<Manifest, 'keys'>, { vault, session }: Config['keys']): void {
  const secret = vault.filter(({ kind }) => kind === 'secret')
  const missing = [...lacking('VAULT_KEYS', needed.vault, secret), ...lacking('SESSION_KEYS', needed.session, session)]
  if (missing.length === 0) return
  throw new StartupError(
    `The backup is sealed with keys that are not here: ${missing.join(' and ')}. Set both as they were where the backup ` +
      'was made, or put its keys.env into BIDWELL_DATA',
  )
}

function lacking(name: string, needed: readonly string[], held: readonly { kid: string }[]): string[] {
  const ids = needed.filter((kid) => !held.some((key) => key.kid === kid))
  return ids.length === 0 ? [] : [`${ids.map((kid) => `"${kid}"`).join(', ')} of ${name}`]
}
