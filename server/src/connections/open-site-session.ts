import { messages } from '@bidwell/contract'
import type { SiteSession } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { ConnectionRow } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { connectionOf } from './connection-queries.ts'
import { logInAtSite, type LoginDeps, RefusedToAnother } from './log-in-at-site.ts'
import { openSealedSession } from './seal-session.ts'
import { recordVaultUse, type VaultPurpose } from './vault-uses.ts'

export type SessionDeps = LoginDeps & {
  /** Which process uses the vault, for the record. */
  process: string
}

export type SessionUse = {
  purpose: VaultPurpose
  bidId?: number
  /** Epoch ms: a kept login serves only if it is good beyond this. */
  validUntil: number
  /** Log in anew even if a kept login would serve. */
  fresh?: boolean
  signal?: AbortSignal
}

/**
 * A login at the site for an account: the kept one if it lasts, else a new one, which is then kept. Talks to the site
 * and the database, so call it well before a shot. Throws `credentials_missing`, `rate_limited` while logins are paused
 * after refusals, and `SiteError` for whatever the site did, `login_refused` among them.
 */
export async function openSiteSession(deps: SessionDeps, accountId: number, use: SessionUse): Promise<SiteSession> {
  const connection = await connectionOf(deps.db, accountId, deps.marketplace.id)
  if (!connection) throw new AppError('credentials_missing', messages.connection.requiredToBid)

  const keptUntil = connection.token_expires_at?.getTime() ?? 0
  const keptServes = connection.sealed_token !== null && keptUntil > use.validUntil && !use.fresh
  let session: SiteSession
  try {
    session = keptServes ? openSealedSession(deps.vault, connection) : await logInAtSite(deps, connection, use.signal)
  } catch (error) {
    await record(deps, connection, use, wasRefused(error) ? 'refused' : 'failed')
    throw error
  }
  await record(deps, connection, use, 'ok')
  return session
}

const wasRefused = (error: unknown) =>
  error instanceof SiteError && error.kind === 'login_refused' && !(error instanceof RefusedToAnother)

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
