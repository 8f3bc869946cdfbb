import { messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Marketplace } from '../marketplace/marketplace.ts'
import type { ConnectionRow, Db, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import type { SealContext } from './vault/sealed.ts'

export async function connectionOf(db: Db, accountId: number, marketplace: string): Promise<ConnectionRow | null> {
  const row = await db
    .selectFrom('connections')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('marketplace', '=', marketplace)
    .executeTakeFirst()
  return row ?? null
}

/** Throws `credentials_missing`. */
export async function requireConnection(
  db: Db,
  { id, siteName }: Pick<Marketplace, 'id' | 'siteName'>,
  accountId: number,
): Promise<void> {
  if (!(await connectionOf(db, accountId, id)))
    throw new AppError('credentials_missing', messages.connection.requiredToBid(siteName))
}

type NewConnection = Pick<ConnectionRow, 'account_id' | 'marketplace' | 'masked_username'> & { verifiedAt: Date }

/**
 * Inserts the account's connection, or gives the existing one a new version. The caller then writes the sealed columns:
 * a seal is bound to the returned id and version.
 */
export function prepareConnection(tx: Tx, { verifiedAt, ...connection }: NewConnection): Promise<ConnectionRow> {
  const verified = {
    masked_username: connection.masked_username,
    state: 'connected',
    state_detail: null,
    login_started_at: null,
    last_verified_at: verifiedAt,
    updated_at: verifiedAt,
  } as const
  return tx
    .insertInto('connections')
    .values({ ...connection, ...verified, sealed_credentials: '{}', created_at: verifiedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'marketplace'])
        .doUpdateSet(({ eb }) => ({ ...verified, version: eb.ref('excluded.version') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Stores whose login of the site a connection is, by the hashes of the user name, the newest first. Rows that have it under
 * an older key get the newest hash, so that equal hashes mean one user. Returns the other accounts with this login. Until
 * the transaction ends, none is added, and none of them schedules a bid.
 */
export async function storeSiteUser(tx: Tx, { id, marketplace }: ConnectionRow, hashes: readonly Buffer[]) {
  const [newest] = hashes
  if (!newest) throw new Error('The user names of sites cannot be hashed without a session key')
  await lockSiteUser(tx, newest)
  const rows = await tx
    .updateTable('connections')
    .set({ site_user_hash: newest })
    .where('marketplace', '=', marketplace)
    .where((row) => row.or([row('id', '=', id), row('site_user_hash', 'in', [...hashes])]))
    .returning(['id', 'account_id'])
    .execute()
  return rows.filter((row) => row.id !== id).map(({ account_id }) => account_id)
}

/** The other accounts that store the login of the caller's account, which it has locked. They stay the same until the transaction ends. */
export async function lockSharers(tx: Tx, accountId: number, marketplace: string): Promise<number[]> {
  const own = await connectionOf(tx, accountId, marketplace)
  if (!own?.site_user_hash) return []
  await lockSiteUser(tx, own.site_user_hash)
  return (await sharersOf(tx, own)).map(({ account_id }) => account_id)
}

/** Whether another account stores the login of this connection. */
export const isShared = async (db: Db, connection: ConnectionRow): Promise<boolean> =>
  (await sharersOf(db, connection)).length > 0

/** A login without a hash is equal to none. */
const sharersOf = (db: Db, { id, marketplace, site_user_hash }: ConnectionRow) =>
  db
    .selectFrom('connections')
    .select('account_id')
    .where('marketplace', '=', marketplace)
    .where('site_user_hash', '=', site_user_hash)
    .where('id', '<>', id)
    .execute()

const lockSiteUser = (tx: Tx, hash: Buffer) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`site user ${hash.toString('hex')}`}, 0))`.execute(tx)

/** Whether the login was sealed for another host of the site than `host`: this process cannot open it. */
export const isOfOtherHost = ({ sealed_credentials: sealed }: ConnectionRow, host: string): boolean =>
  !('host' in sealed) || sealed.host !== host

/** What the connection's seals are bound to. */
export const contextOf = (connection: ConnectionRow, purpose: SealContext['purpose']): SealContext => ({
  purpose,
  accountId: connection.account_id,
  connectionId: connection.id,
  marketplace: connection.marketplace,
  version: connection.version,
})
