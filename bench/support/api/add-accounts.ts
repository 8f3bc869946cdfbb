import { createPasswordHasher } from '../../../server/src/identity/passwords/password-hasher.ts'
import { createSecretBox } from '../../../server/src/platform/derived-keys/secret-box.ts'
import { anAccount } from '../../../server/test/add-rows.ts'
import type { Testbed } from '../testbed.ts'

/** The password of all accounts that `addAccounts` makes. */
export const PASSWORD = 'a bench needs no better one'

/** Makes accounts that have never signed in, and returns their e-mails. */
export async function addAccounts({ db, config }: Testbed, count: number): Promise<string[]> {
  const box = createSecretBox(config.keys.session, 'password hashes')
  const password_hash = await (await createPasswordHasher({ box })).hash(PASSWORD)
  const at = new Date()
  const accounts = Array.from({ length: count }, () => anAccount(at, { password_hash }))
  await db.insertInto('accounts').values(accounts).execute()
  return accounts.map(({ email }) => email)
}
