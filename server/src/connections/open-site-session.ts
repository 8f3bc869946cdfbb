import { messages, SiteCredentials } from '@bidwell/contract'
import * as z from 'zod/mini'
import { announceChange } from '../changes/announce-change.ts'
import type { Marketplace, SiteSession } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { ConnectionRow, Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { connectionOf, contextOf } from './connection-queries.ts'
import { openSealedSession, sealedSession } from './seal-session.ts'
import { recordVaultUse, refuseWhilePaused, type VaultPurpose } from './vault-uses.ts'
import type { Sealer } from './vault/create-sealer.ts'
import type { Vault } from './vault/open-vault.ts'

export type SessionDeps = {
  db: Db
  clock: Clock
  marketplace: Marketplace
  vault: Vault
  sealer: Sealer
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
  if (!connection) throw new AppError('credentials_missing', messages.connection.neededToBid)

  const keptUntil = connection.token_expires_at?.getTime() ?? 0
  const keptServes = connection.sealed_token !== null && keptUntil > use.validUntil && !use.fresh
  let session: SiteSession
  try {
    session = keptServes ? openSealedSession(deps.vault, connection) : await logInAnew(deps, connection, use)
  } catch (error) {
    const refused = error instanceof SiteError && error.kind === 'login_refused'
    await record(deps, connection, use, refused ? 'refused' : 'failed')
    throw error
  }
  await record(deps, connection, use, 'ok')
  return session
}

async function logInAnew(deps: SessionDeps, connection: ConnectionRow, { signal }: SessionUse): Promise<SiteSession> {
  const { marketplace, vault, clock, sealer } = deps
  await refuseWhilePaused(deps, connection.account_id, marketplace.siteName)
  const kept = vault.open(connection.sealed_credentials, contextOf(connection, 'site-credentials'))
  const credentials = z.parse(SiteCredentials, JSON.parse(kept.reveal()))
  try {
    const session = await marketplace.logIn(credentials, signal)
    const now = clock.now()
    const stillThere = await update(deps, connection, {
      ...sealedSession(sealer, connection, session, now),
      state: 'connected',
      state_detail: null,
      last_verified_at: new Date(now),
    })
    // Its owner has removed or replaced the login meanwhile: what it opened is not to be used.
    if (!stillThere) throw new AppError('credentials_missing', messages.connection.neededToBid)
    return session
  } catch (error) {
    if (error instanceof SiteError) await update(deps, connection, failedState(error, marketplace.siteName))
    throw error
  }
}

function failedState(error: SiteError, siteName: string): ConnectionUpdate {
  if (error.kind !== 'login_refused') {
    return { state: 'unreachable', state_detail: messages.connection.siteUnreachableNow(siteName) }
  }
  const words = error.words ?? messages.connection.refusedBare(siteName)
  return { state: 'refused', state_detail: words, sealed_token: null, token_expires_at: null }
}

type ConnectionUpdate = Partial<
  Omit<ConnectionRow, 'sealed_token' | 'sealed_credentials' | 'id'> & { sealed_token: string | null }
>

/** Changes the row unless it has been removed or given other credentials since it was read; answers whether it did. */
async function update({ db, clock }: SessionDeps, connection: ConnectionRow, change: ConnectionUpdate) {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('connections')
      .set({ ...change, updated_at: new Date(clock.now()) })
      .where('id', '=', connection.id)
      .where('version', '=', connection.version)
      .executeTakeFirst()
    await announceChange(tx, { what: 'connection', accountId: connection.account_id })
    return numUpdatedRows === 1n
  })
}

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
