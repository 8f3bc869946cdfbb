import { openPushKeys } from '../../alerts/push/open-push-keys.ts'
import { checkVaultKeys } from '../../connections/vault/check-vault-keys.ts'
import type { Db, Tx } from '../../platform/database/tables.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { fail, type Finding, ok, type Patient, warn, WHICH_KEYS } from '../check.ts'

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
