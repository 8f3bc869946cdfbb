import { sql } from 'kysely'
import type { VaultKey } from '../../config/config.ts'
import type { Ctx } from '../../context/ctx.ts'
import type { Db } from '../../platform/database/tables.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { createSealer } from './create-sealer.ts'
import { exportPublicKey, sealingKey } from './keys.ts'
import { openVault, SealBroken } from './open-vault.ts'
import type { SealContext } from './sealed.ts'
import { Secret } from './secret.ts'

const ANSWER = 'Bidwell'
/** No secret, so no site may receive it. */
const NO_HOST = ''
const CONTEXT: SealContext = { purpose: 'known-answer', accountId: 0, connectionId: 0, marketplace: '', version: 0 }

/**
 * Checks the keys at the start of a process: each must equal the key that this database has under its name, and a process
 * that opens the vault must be able to open every connection. Throws a StartupError that names the wrong or missing key,
 * long before a snipe would fail.
 */
export async function checkVaultKeys(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  keys: readonly VaultKey[],
): Promise<void> {
  for (const key of keys) await checkKey({ db, clock }, key)
  if (keys.some(({ kind }) => kind === 'secret')) await checkNoneIsMissing(db, keys)
}

async function checkKey({ db, clock }: Pick<Ctx, 'db' | 'clock'>, key: VaultKey) {
  const publicKey = exportPublicKey(sealingKey(key))
  await db
    .insertInto('vault_keys')
    .values({
      kid: key.kid,
      public_key: publicKey,
      known_answer: JSON.stringify(createSealer([key], NO_HOST).seal(new Secret(ANSWER), CONTEXT)),
      first_used_at: new Date(clock.now()),
    })
    .onConflict((conflict) => conflict.column('kid').doNothing())
    .execute()
  const known = await db.selectFrom('vault_keys').selectAll().where('kid', '=', key.kid).executeTakeFirstOrThrow()
  if (!publicKey.equals(known.public_key) || !answers(key, known.known_answer)) {
    throw new StartupError(
      `VAULT_KEYS has another key under the name "${key.kid}" than the one that this database was used with: put that ` +
        'one back, or give the new one a name of its own and put it first',
    )
  }
}

function answers(key: VaultKey, knownAnswer: unknown): boolean {
  if (key.kind === 'public') return true
  try {
    return openVault([key], NO_HOST).open(knownAnswer, CONTEXT).reveal() === ANSWER
  } catch (error) {
    if (error instanceof SealBroken) return false
    throw error
  }
}

async function checkNoneIsMissing(db: Db, keys: readonly VaultKey[]) {
  const held = new Set(keys.filter(({ kind }) => kind === 'secret').map(({ kid }) => kid))
  const missing = [...(await loginsByKey(db))].find(([kid]) => !held.has(kid))
  if (!missing) return
  const [kid, logins] = missing
  throw new StartupError(
    `VAULT_KEYS lacks the secret key "${kid}", for which ${logins} site login${logins === 1 ? ' is' : 's are'} sealed: ` +
      'put it back, last in the list. If it is lost for good, `npm run bidwell doctor -- --forget-lost-keys` removes what it sealed, and the ' +
      'owners connect again',
  )
}

/** The number of connections with a seal for each key. */
async function loginsByKey(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ kid: string; logins: number }>`
    select kid, count(distinct id) as logins
      from (select id, sealed_credentials ->> 'kid' as kid from connections
             union all
            select id, sealed_token ->> 'kid' from connections) as seals
     where kid is not null
     group by kid
     order by kid`.execute(db)
  return new Map(rows.map(({ kid, logins }) => [kid, logins]))
}
