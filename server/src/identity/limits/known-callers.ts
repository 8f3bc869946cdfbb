import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Visitor } from '../../http/route.ts'
import type { Db } from '../../platform/database/tables.ts'
import { networkOf } from '../../platform/network-of.ts'

/** A browser is recognised by its cookie first, because people share networks. */
const callersOf = ({
  deviceId,
  ipAddress,
}: Pick<Visitor, 'deviceId' | 'ipAddress'>): [device: string, network: string] => [
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

export type KnownCaller = { kind: 'browser' | 'network'; caller: string } | null

/**
 * The browser, if the account with this e-mail has signed in from it; or else the network, if any account has: whether the
 * e-mail has an account must make no difference for whoever only shares a network with its owner. Otherwise null.
 */
export async function knownCallerOf(db: Db, email: string, visitor: Visitor): Promise<KnownCaller> {
  const [device, network] = callersOf(visitor)
  const known = await db
    .selectFrom('known_callers')
    .innerJoin('accounts', 'accounts.id', 'known_callers.account_id')
    .select('caller')
    .where((row) =>
      row.or([row('caller', '=', network), row.and([row('caller', '=', device), row('accounts.email', '=', email)])]),
    )
    .orderBy(sql`caller like 'device %'`, 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!known) return null
  return { kind: known.caller === device ? 'browser' : 'network', caller: known.caller }
}

/**
 * Gives a browser another name for all accounts, after a sign-in: a stranger may have put the former one into the browser,
 * to be a known browser of its user elsewhere. Returns the name.
 */
export async function renameBrowser(db: Db, visitor: Pick<Visitor, 'deviceId' | 'ipAddress'>): Promise<string> {
  const deviceId = randomBytes(32).toString('base64url')
  const [[former], [next]] = [callersOf(visitor), callersOf({ ...visitor, deviceId })]
  await db.updateTable('known_callers').set({ caller: next }).where('caller', '=', former).execute()
  return deviceId
}

/** Whether the account has signed in from this browser. */
export async function knowsBrowser(db: Db, accountId: number, visitor: Visitor): Promise<boolean> {
  const [device] = callersOf(visitor)
  const known = db.selectFrom('known_callers').select('caller').where('account_id', '=', accountId)
  return (await known.where('caller', '=', device).executeTakeFirst()) !== undefined
}
