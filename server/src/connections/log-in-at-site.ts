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
import { openSealedSession, sealedSession } from './seal-session.ts'
import { refuseWhilePaused } from './vault-uses.ts'
import type { Sealer } from './vault/create-sealer.ts'
import type { Vault } from './vault/open-vault.ts'
import { neverAborted } from '../platform/with-timeout.ts'

export type LoginDeps = { db: Db; clock: Clock; marketplace: Marketplace; vault: Vault; sealer: Sealer }

/** Longer than any login takes: one that is still under way then was left by a process that died. */
const LONGEST_LOGIN_MS = 30_000
const LOOK_EVERY_MS = 100

/**
 * Logs in with the kept credentials and keeps what the site gives. Of several processes that want to at once, one does,
 * and the others get what it got: a second login might end the first one's token just before a bid needs it.
 */
export async function logInAtSite(
  deps: LoginDeps,
  connection: ConnectionRow,
  signal: AbortSignal = neverAborted,
): Promise<SiteSession> {
  const { clock, marketplace, sealer } = deps
  await refuseWhilePaused(deps, connection.account_id, marketplace.siteName)
  const credentials = keptCredentials(deps, connection)
  if (!(await beginLogin(deps, connection))) return awaitOther(deps, connection, signal)

  const session = await marketplace.logIn(credentials, signal).catch(async (error: unknown) => {
    if (error instanceof SiteError) await endLogin(deps, connection, failedState(error, marketplace.siteName))
    throw error
  })
  const now = clock.now()
  const kept = await endLogin(deps, connection, {
    ...sealedSession(sealer, connection, session, now),
    state: 'connected',
    state_detail: null,
    last_verified_at: new Date(now),
  })
  // Its owner has removed or replaced the credentials meanwhile: what these opened is not to be used.
  return kept ? session : whatOtherGot(deps, await reread(deps, connection))
}

/** The site refused a login that another process tried: this one did not ask. */
export class RefusedToAnother extends SiteError {
  constructor(siteMessage: string | null) {
    super('login_refused', 'The site refused the login to another process', siteMessage === null ? {} : { siteMessage })
  }
}

function keptCredentials({ vault }: LoginDeps, connection: ConnectionRow): SiteCredentials {
  const kept = vault.open(connection.sealed_credentials, contextOf(connection, 'site-credentials'))
  return z.parse(SiteCredentials, JSON.parse(kept.reveal()))
}

/** Whether the login is ours to try: nobody else is at it, and nobody has been since we read the row. */
async function beginLogin({ db, clock }: LoginDeps, { id, updated_at }: ConnectionRow): Promise<boolean> {
  const now = clock.now()
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ login_started_at: new Date(now) })
    .where('id', '=', id)
    .where('updated_at', '=', updated_at)
    .where((row) =>
      row.or([row('login_started_at', 'is', null), row('login_started_at', '<', new Date(now - LONGEST_LOGIN_MS))]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type LoginResult = Pick<ConnectionRow, 'state' | 'state_detail'> &
  Partial<Pick<ConnectionRow, 'token_expires_at' | 'last_verified_at'> & { sealed_token: string | null }>

/** Writes down what came of a login, unless its credentials are gone or replaced; answers whether it did. */
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
  const look = async () => {
    const row = await reread(deps, connection)
    return row?.login_started_at ? null : { row }
  }
  const ended = await pollUntil(deps.clock, look, { everyMs: LOOK_EVERY_MS, forMs: LONGEST_LOGIN_MS, signal })
  if (!ended) throw new SiteError('timeout', 'A login by another process took too long')
  return whatOtherGot(deps, ended.row)
}

function whatOtherGot({ vault }: LoginDeps, connection: ConnectionRow | null): SiteSession {
  if (!connection) throw new AppError('credentials_missing', messages.connection.requiredToBid)
  if (connection.state === 'refused') throw new RefusedToAnother(connection.state_detail)
  if (connection.state === 'unreachable' || connection.sealed_token === null) {
    throw new SiteError('unavailable', 'A login by another process failed')
  }
  return openSealedSession(vault, connection)
}

const reread = ({ db }: LoginDeps, { account_id, marketplace }: ConnectionRow) =>
  connectionOf(db, account_id, marketplace)
