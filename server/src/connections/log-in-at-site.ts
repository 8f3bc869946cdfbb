import { messages, SiteCredentials } from '@bidwell/contract'
import * as z from 'zod/mini'
import { announceChange } from '../changes/announce-change.ts'
import type { Marketplace, SiteSession } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { ConnectionRow, Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { connectionOf, contextOf } from './connection-queries.ts'
import { openSealedSession, sealSession } from './seal-session.ts'
import { checkRefusalLimit } from './vault-uses.ts'
import type { Sealer } from './vault/create-sealer.ts'
import type { Vault } from './vault/open-vault.ts'
import { neverAborted } from '../platform/with-timeout.ts'

export type LoginDeps = { db: Db; clock: Clock; marketplace: Marketplace; vault: Vault; sealer: Sealer }

/** Longer than any login takes: an older attempt was left by a process that died. */
const LOGIN_TIMEOUT_MS = 30_000
const POLL_INTERVAL_MS = 100

/**
 * Logs in with the stored credentials, and stores the session. Of several processes that call it at once, one logs in,
 * and the others get the same outcome: a second login might revoke the first session just before a bid needs it.
 */
export async function logInAtSite(
  deps: LoginDeps,
  connection: ConnectionRow,
  signal: AbortSignal = neverAborted,
): Promise<SiteSession> {
  const { clock, marketplace, sealer } = deps
  await checkRefusalLimit(deps, connection.account_id, marketplace.siteName)
  const credentials = storedCredentials(deps, connection)
  if (!(await beginLogin(deps, connection))) return awaitOther(deps, connection, signal)

  const session = await marketplace.logIn(credentials, signal).catch(async (error: unknown) => {
    if (error instanceof SiteError) await endLogin(deps, connection, failedState(error, marketplace.siteName))
    throw error
  })
  const now = clock.now()
  const isStored = await endLogin(deps, connection, {
    ...sealSession(sealer, connection, session, now),
    state: 'connected',
    state_detail: null,
    last_verified_at: new Date(now),
  })
  // Not stored: the owner has removed or replaced the credentials, so that this session must not be used.
  return isStored ? session : outcomeOfOther(deps, await reread(deps, connection))
}

/** The site refused the login to another process; this process sent none. */
export class LoginRefusedElsewhere extends SiteError {
  constructor(siteMessage: string | null) {
    super('login_refused', 'The site refused the login to another process', siteMessage === null ? {} : { siteMessage })
  }
}

function storedCredentials({ vault }: LoginDeps, connection: ConnectionRow): SiteCredentials {
  const secret = vault.open(connection.sealed_credentials, contextOf(connection, 'site-credentials'))
  return z.parse(SiteCredentials, JSON.parse(secret.reveal()))
}

/** Starts a login; false when another login is in progress, or has changed the row since it was read. */
async function beginLogin({ db, clock }: LoginDeps, { id, updated_at }: ConnectionRow): Promise<boolean> {
  const now = clock.now()
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ login_started_at: new Date(now) })
    .where('id', '=', id)
    .where('updated_at', '=', updated_at)
    .where((row) =>
      row.or([row('login_started_at', 'is', null), row('login_started_at', '<', new Date(now - LOGIN_TIMEOUT_MS))]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type LoginResult = Pick<ConnectionRow, 'state' | 'state_detail'> &
  Partial<Pick<ConnectionRow, 'token_expires_at' | 'last_verified_at'> & { sealed_token: string | null }>

/** Stores the outcome of a login and returns true, unless its credentials were removed or replaced meanwhile. */
function endLogin({ db, clock }: LoginDeps, connection: ConnectionRow, result: LoginResult): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('connections')
      .set({ ...result, login_started_at: null, updated_at: new Date(clock.now()) })
      .where('id', '=', connection.id)
      .where('version', '=', connection.version)
      .executeTakeFirst()
    await announceChange(tx, { what: 'connection', accountId: connection.account_id })
    return numUpdatedRows === 1n
  })
}

function failedState(error: SiteError, siteName: string): LoginResult {
  if (error.kind !== 'login_refused') {
    return { state: 'unreachable', state_detail: messages.auction.siteUnavailable(siteName) }
  }
  const siteMessage = error.siteMessage ?? messages.connection.refused(siteName)
  return { state: 'refused', state_detail: siteMessage, sealed_token: null, token_expires_at: null }
}

async function awaitOther(deps: LoginDeps, connection: ConnectionRow, signal: AbortSignal): Promise<SiteSession> {
  const readEnded = async () => {
    const row = await reread(deps, connection)
    return row?.login_started_at ? null : { row }
  }
  const ended = await pollUntil(deps.clock, readEnded, { everyMs: POLL_INTERVAL_MS, forMs: LOGIN_TIMEOUT_MS, signal })
  if (!ended) throw new SiteError('timeout', 'A login by another process took too long')
  return outcomeOfOther(deps, ended.row)
}

function outcomeOfOther({ vault }: LoginDeps, connection: ConnectionRow | null): SiteSession {
  if (!connection) throw new AppError('credentials_missing', messages.connection.requiredToBid)
  if (connection.state === 'refused') throw new LoginRefusedElsewhere(connection.state_detail)
  if (connection.state === 'unreachable' || connection.sealed_token === null) {
    throw new SiteError('unavailable', 'A login by another process failed')
  }
  return openSealedSession(vault, connection)
}

const reread = ({ db }: LoginDeps, { account_id, marketplace }: ConnectionRow) =>
  connectionOf(db, account_id, marketplace)
