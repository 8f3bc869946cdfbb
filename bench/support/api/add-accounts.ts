import { randomUUID } from 'node:crypto'
import { createPasswordHasher } from '../../../server/src/passwords/password-hasher.ts'
import { createSecretBox } from '../../../server/src/platform/derived-keys/secret-box.ts'
import type { Testbed } from '../testbed.ts'

/** The password of all accounts that `addAccounts` makes. */
export const PASSWORD = 'a bench needs no better one'

/** Makes accounts that have never signed in, and returns their e-mails. */
export async function addAccounts({ db, config }: Testbed, count: number): Promise<string[]> {
  const box = createSecretBox(config.keys.session, 'password hashes')
  const password_hash = await (await createPasswordHasher({ box })).hash(PASSWORD)
  const at = new Date()
  const terms = { terms_version: 'v1.0', privacy_version: 'v1.0', terms_accepted_at: at }
  const accounts = Array.from({ length: count }, () => ({
    email: `${randomUUID()}@example.com`,
    password_hash,
    ...terms,
    created_at: at,
    updated_at: at,
  }))
  await db.insertInto('accounts').values(accounts).execute()
  return accounts.map(({ email }) => email)
}
