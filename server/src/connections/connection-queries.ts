import type { ConnectionRow, Db, Tx } from '../platform/database/tables.ts'
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
