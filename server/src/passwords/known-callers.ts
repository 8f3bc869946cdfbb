import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import { networkOf } from '../platform/network-of.ts'
import type { Visitor } from '../platform/route.ts'

/** A browser is recognised by its cookie first, because people share networks. */
const callersOf = ({ deviceId, ipAddress }: Visitor): [device: string, network: string] => [
  `device ${createHash('sha256').update(deviceId).digest('hex')}`,
  `network ${networkOf(ipAddress)}`,
]

/**
 * Notes that the account's owner uses this browser and this network. `now` is epoch ms. Returns whether the account has
 * been used before, but never in this browser.
 */
export async function rememberCaller(db: Db, accountId: number, visitor: Visitor, now: number): Promise<boolean> {
  const at = new Date(now)
  const callers = callersOf(visitor)
  const earlier = await db
    .selectFrom('known_callers')
    .select(({ fn }) => fn.countAll<number>().as('callers'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const rows = callers.map((caller) => ({
    account_id: accountId,
    caller,
    first_used_at: at,
    last_used_at: at,
  }))
  const kept = await db
    .insertInto('known_callers')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['account_id', 'caller']).doUpdateSet({ last_used_at: at }))
    // A row that was there has been locked: of concurrent sign-ins in a new browser, one finds it new.
    .returning(['caller', sql<boolean>`xmax = 0`.as('isNew')])
    .execute()
  return earlier.callers > 0 && kept.some(({ caller, isNew }) => isNew && caller === callers[0])
}

/** The browser or else the network, if the account with this e-mail has signed in from it; otherwise null. */
export async function knownCallerOf(db: Db, email: string, visitor: Visitor): Promise<string | null> {
  const callers = callersOf(visitor)
  const known = await db
    .selectFrom('known_callers')
    .innerJoin('accounts', 'accounts.id', 'known_callers.account_id')
    .select('caller')
    .where('accounts.email', '=', email)
    .where('caller', 'in', callers)
    .orderBy(sql`caller like 'device %'`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return known?.caller ?? null
}

/** Whether the account has signed in from this browser. */
export async function knowsBrowser(db: Db, accountId: number, visitor: Visitor): Promise<boolean> {
  const [device] = callersOf(visitor)
  const known = db.selectFrom('known_callers').select('caller').where('account_id', '=', accountId)
  return (await known.where('caller', '=', device).executeTakeFirst()) !== undefined
}
