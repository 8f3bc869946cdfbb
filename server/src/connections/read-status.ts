import { type ConnectionStatus, messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import type { ConnectionRow } from '../platform/database/tables.ts'
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
export async function readStatus({ db, clock, marketplace }: Ctx, accountId: number): Promise<ConnectionStatus> {
  const connection = await connectionOf(db, accountId, marketplace.id)
  if (!connection) return NOT_CONNECTED
  return presentStatus(connection, marketplace.siteName, await isShared(db, connection), clock.now())
}

function presentStatus(connection: ConnectionRow, siteName: string, shared: boolean, now: number): ConnectionStatus {
  const { state, state_detail: detail } = connection
  const tokenUntil = connection.token_expires_at?.getTime() ?? 0
  const hasValidToken = tokenUntil > now
  // While a session is left, bids are sent with it.
  const isRefused = state === 'refused' && !hasValidToken
  return {
    hasCredentials: true,
    username: connection.masked_username,
    hasValidToken,
    tokenExpired: tokenUntil > 0 && !hasValidToken && !isRefused,
    lastVerified: connection.last_verified_at?.toISOString() ?? null,
    refused: isRefused,
    problem:
      state === 'refused' && hasValidToken ? messages.connection.refusedWithSession(siteName, detail ?? '') : detail,
    shared,
  }
}
