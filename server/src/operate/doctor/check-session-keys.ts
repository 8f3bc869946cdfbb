import { sql } from 'kysely'
import { createSecretBox, UnknownKeyError } from '../../platform/derived-keys/secret-box.ts'
import { type Connected, fail, type Finding, ok, type Patient, warn } from './check.ts'

/** Opens one password hash of each session key that some are stored with: no start tries them. */
export async function checkSessionKeys({ db }: Connected, { keys }: Patient): Promise<Finding> {
  if (keys.session.length === 0) return warn('SESSION_KEYS are not here', 'Run this with the settings of the API.')
  const box = createSecretBox(keys.session, 'password hashes')
  const { rows } = await sql<{ kid: string; hash: string }>`
    select split_part(password_hash, ':', 1) as kid, min(password_hash) as hash
      from accounts where password_hash is not null group by 1 order by 1`.execute(db)
  for (const { kid, hash } of rows) {
    try {
      box.open(hash)
    } catch (error) {
      return error instanceof UnknownKeyError
        ? fail(`SESSION_KEYS lack the key "${kid}", which passwords are stored with`, 'Put it back, last in the list.')
        : fail(`SESSION_KEYS have another key under the name "${kid}" than the one in use`, 'Put the right one back.')
    }
  }
  return ok('the passwords open with SESSION_KEYS')
}
