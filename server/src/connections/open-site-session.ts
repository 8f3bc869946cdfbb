import { messages } from '@bidwell/contract'
import type { SiteSession } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { ConnectionRow } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { connectionOf } from './connection-queries.ts'
import { LoginRefusedElsewhere, logInAtSite, type LoginDeps } from './log-in-at-site.ts'
import { openSealedSession } from './seal-session.ts'
import { recordVaultUse, type VaultPurpose } from './vault-uses.ts'

export type SessionDeps = LoginDeps & {
  /** The name of this process, for the record of vault uses. */
  process: string
}

export type SessionUse = {
  purpose: VaultPurpose
  bidId?: number
  /** The stored session is used only if it is valid beyond this, epoch ms. */
  validUntil: number
  /** Log in again even if the stored session is valid. */
  fresh?: boolean
  signal?: AbortSignal
}

/**
 * Returns an account's session at the site: the stored one if it is valid for long enough, else a new one, which is then
 * stored. Calls the site and the database, so it is no part of a shot. Throws `credentials_missing`, `rate_limited` after
 * several refused logins, and SiteError (such as `login_refused`) when the site does not give a session.
 */
export async function openSiteSession(deps: SessionDeps, accountId: number, use: SessionUse): Promise<SiteSession> {
  const connection = await connectionOf(deps.db, accountId, deps.marketplace.id)
  if (!connection) throw new AppError('credentials_missing', messages.connection.requiredToBid)

  const storedUntil = connection.token_expires_at?.getTime() ?? 0
  const isStoredValid = connection.sealed_token !== null && storedUntil > use.validUntil && !use.fresh
  let session: SiteSession
  try {
    session = isStoredValid
      ? openSealedSession(deps.vault, connection)
      : await logInAtSite(deps, connection, use.signal)
  } catch (error) {
    await record(deps, connection, use, isRefusal(error) ? 'refused' : 'failed')
    throw error
  }
  await record(deps, connection, use, 'ok')
  return session
}

/** A refusal that another process received is on record there: it counts once. */
const isRefusal = (error: unknown) =>
  error instanceof SiteError && error.kind === 'login_refused' && !(error instanceof LoginRefusedElsewhere)

async function record(
  { db, clock, process }: SessionDeps,
  connection: ConnectionRow,
  { purpose, bidId }: SessionUse,
  outcome: 'ok' | 'refused' | 'failed',
) {
  await recordVaultUse(db, {
    account_id: connection.account_id,
    connection_id: connection.id,
    process,
    purpose,
    bid_id: bidId ?? null,
    outcome,
    at: new Date(clock.now()),
  })
}
