import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'
import { createSecretBox, UnknownKeyError } from '../../platform/derived-keys/secret-box.ts'
import { fail, type Finding, ok, type Patient, warn, WHICH_KEYS } from '../check.ts'

/** Whether the session keys are there, and open one password hash of each key that some are stored with. */
export async function checkSessionKeys({ keys, config, database }: Patient): Promise<Finding> {
  if (keys.session.length === 0) {
    const found = 'SESSION_KEYS are missing'
    if (config.production) return fail(found, `Set them for the API. ${WHICH_KEYS}`)
    return warn(found, 'The first start makes them in BIDWELL_DATA; if there was one, put keys.env back.')
  }
  const connected = await database
  if ('because' in connected) return ok(`${keys.session.length} found; not tried, because ${connected.because}`)
  const box = createSecretBox(keys.session, 'password hashes')
  for (const { kid, hash, count } of await hashesByKey(connected.db)) {
    const failure = openFailure(() => box.open(hash))
    if (failure === null) continue
    return failure === 'unknown'
      ? fail(
          `SESSION_KEYS lack the key "${kid}", which ${passwords(count)} stored with`,
          'Put it back, last in the list.',
        )
      : fail(`SESSION_KEYS have another key under the name "${kid}" than the one in use`, 'Put the right one back.')
  }
  return ok(`${keys.session.length} found, and the passwords open with them`)
}

const passwords = (count: number) => `${count} password${count === 1 ? ' is' : 's are'}`

async function hashesByKey(db: Db) {
  const { rows } = await sql<{ kid: string; hash: string; count: number }>`
    select split_part(password_hash, ':', 1) as kid, min(password_hash) as hash, count(*)::int as count
      from accounts where password_hash is not null group by 1 order by 1`.execute(db)
  return rows
}

function openFailure(open: () => unknown): 'unknown' | 'other' | null {
  try {
    open()
    return null
  } catch (error) {
    return error instanceof UnknownKeyError ? 'unknown' : 'other'
  }
}
