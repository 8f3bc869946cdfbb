import { createHmac } from 'node:crypto'
import { deriveKey, type SessionKey } from '../platform/derived-keys/derive-key.ts'

/** Keyed hashes of a user name at a site: one for each key, the newest first. */
export type HashSiteUser = (marketplace: string, username: string) => Buffer[]

/**
 * Derives the keys of the hashes from the session keys, so that the database alone does not show whose login was tried.
 * An older key still finds what was counted under it. Names that differ in case or outer spaces count as one user.
 */
export function createSiteUserHasher(keys: readonly SessionKey[]): HashSiteUser {
  const derived = keys.map(({ key }) => deriveKey(key, 'site user names'))
  return (marketplace, username) => {
    const user = JSON.stringify([marketplace, username.trim().normalize('NFKC').toLowerCase()])
    return derived.map((key) => createHmac('sha256', key).update(user).digest())
  }
}
