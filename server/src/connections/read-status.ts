import type { ConnectionStatus } from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { ConnectionRow, Db } from '../platform/database/tables.ts'
import { connectionOf, isShared } from './connection-queries.ts'

const NOT_CONNECTED: ConnectionStatus = {
  hasCredentials: false,
  username: null,
  hasValidToken: false,
  tokenExpired: false,
  lastVerified: null,
  refused: false,
  problem: null,
  shared: false,
}

/** The status of an account's connection to the site, without secrets. */
export async function readStatus(
  { db, clock, marketplace }: { db: Db; clock: Clock; marketplace: { readonly id: string } },
  accountId: number,
): Promise<ConnectionStatus> {
  const connection = await connectionOf(db, accountId, marketplace.id)
  return connection ? presentStatus(connection, await isShared(db, connection), clock.now()) : NOT_CONNECTED
}

function presentStatus(connection: ConnectionRow, shared: boolean, now: number): ConnectionStatus {
  const isRefused = connection.state === 'refused'
  // Its owner has to connect again, even while the site still accepts the session.
  const tokenUntil = isRefused ? null : (connection.token_expires_at?.getTime() ?? null)
  return {
    hasCredentials: true,
    username: connection.masked_username,
    hasValidToken: tokenUntil !== null && tokenUntil > now,
    tokenExpired: tokenUntil !== null && tokenUntil <= now,
    lastVerified: connection.last_verified_at?.toISOString() ?? null,
    refused: isRefused,
    problem: connection.state_detail,
    shared,
  }
}
