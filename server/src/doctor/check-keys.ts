import { sql } from 'kysely'
import { openPushKeys } from '../alerts/push/open-push-keys.ts'
import { checkVaultKeys } from '../connections/vault/check-vault-keys.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { createSecretBox, UnknownKeyError } from '../platform/derived-keys/secret-box.ts'
import { StartupError } from '../platform/startup-error.ts'
import { fail, type Finding, ok, type Patient, warn, WHICH_KEYS } from './check.ts'

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

/** Whether the vault keys are there, and open the site logins and the key for pushes. */
export async function checkVault({ keys, config, database, clock }: Patient): Promise<Finding> {
  if (keys.vault.length === 0) {
    const found = 'VAULT_KEYS are missing'
    if (config.production) return fail(found, `Set them. ${WHICH_KEYS}`)
    return warn(found, 'The first start makes them in BIDWELL_DATA; if there was one, put keys.env back.')
  }
  const connected = await database
  if ('because' in connected) return ok(`${keys.vault.length} found; not tried, because ${connected.because}`)
  if (!keys.vault.some(({ kind }) => kind === 'secret')) {
    return warn('only public halves are here, which open nothing', 'Run this with the keys of the jobs.')
  }
  try {
    await changeNothing(connected.db, async (tx) => {
      await checkVaultKeys({ db: tx, clock }, keys.vault)
      await openPushKeys({ db: tx, clock }, keys.vault)
    })
  } catch (error) {
    if (error instanceof StartupError) return fail(error.message, null)
    throw error
  }
  return ok(`${keys.vault.length} found, and the site logins and the key for pushes open with them`)
}

/** The checks of a start also store what is new. Here, all of that is taken back. */
async function changeNothing(db: Db, work: (tx: Tx) => Promise<void>) {
  const done = new Error('taken back')
  try {
    await db.transaction().execute(async (tx) => {
      await work(tx)
      throw done
    })
  } catch (error) {
    if (error !== done) throw error
  }
}
