import { messages, SiteCredentials } from '@bidwell/contract'
import { type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import type { SiteSession } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { notify } from '../notifying/notifications/notify.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import type { ConnectionRow } from '../platform/database/tables.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { contextOf } from './connection-queries.ts'
import { openSealedSession, sealSession } from './seal-session.ts'
import type { SiteLoginCtx } from './site-login-ctx.ts'

type LoginOptions = {
  refusedToken?: string | null
  /** A refusal leaves the stored session, which the site may still accept. */
  keepsSession?: boolean
  signal?: AbortSignal
}

/** Longer than any login takes: an older attempt was left by a process that died. */
const LOGIN_TIMEOUT_MS = 30_000
const POLL_INTERVAL_MS = 100
/** How long a process waits for the login of another one. */
const MAX_WAIT_MS = 10_000

/**
 * Logs in with the stored credentials, and stores the session. Of several processes that call it at once, one logs in,
 * and the others get the same outcome: a second login might revoke the first session just before a bid needs it. Returns
 * null when the connection's row has changed since it was read, so that a login may not be needed any more.
 */
export async function logInAtSite(
  ctx: SiteLoginCtx,
  connection: ConnectionRow,
  options: LoginOptions = {},
): Promise<SiteSession | null> {
  const { clock, marketplace } = ctx
  const credentials = storedCredentials(ctx, connection)
  if (!(await beginLogin(ctx, connection))) return awaitOther(ctx, connection, options)

  const session = await marketplace.logIn(credentials, options.signal).catch(async (error: unknown) => {
    if (error instanceof SiteError) {
      const { siteMessage } = error
      await endLogin(ctx, connection, failedState(error, marketplace.siteName, options), siteMessage)
    }
    // Without an outcome, the next of the waiting processes logs in.
    else await abandonLogin(ctx, connection)
    throw error
  })
  const now = clock.now()
  const isStored = await endLogin(ctx, connection, {
    ...sealSession(ctx, connection, session, now),
    state: 'connected',
    state_detail: null,
    last_verified_at: new Date(now),
  })
  if (isStored) return session
  // The owner has removed or replaced the credentials, so this session must not be used.
  const row = await readLogin(ctx, connection)
  return row?.sealed_token ? openSealedSession(ctx.vault, row) : null
}

function storedCredentials({ vault }: SiteLoginCtx, connection: ConnectionRow): SiteCredentials {
  const secret = vault.open(connection.sealed_credentials, contextOf(connection, 'site-credentials'))
  return z.parse(SiteCredentials, JSON.parse(secret.reveal()))
}

/** Only the database's clock is used: the wall clocks of two machines may differ by more than the timeout. */
const isInProgress = sql<SqlBool>`coalesce(login_started_at > now() - make_interval(secs => ${LOGIN_TIMEOUT_MS / 1_000}), false)`

/** Starts a login; false when another login is in progress, or has changed the row since it was read. */
async function beginLogin({ db }: SiteLoginCtx, { id, updated_at }: ConnectionRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ login_started_at: sql`now()` })
    .where('id', '=', id)
    .where(sql<SqlBool>`date_trunc('milliseconds', updated_at) = ${updated_at}`) // as precise as a Date
    .where(sql<SqlBool>`not ${isInProgress}`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type LoginResult = Pick<ConnectionRow, 'state' | 'state_detail'> &
  Partial<
    Pick<ConnectionRow, 'token_expires_at' | 'token_machine' | 'last_verified_at'> & { sealed_token: string | null }
  >

/** Stores the outcome of a login and returns true, unless its credentials were removed or replaced meanwhile. */
function endLogin(
  { db, clock }: SiteLoginCtx,
  connection: ConnectionRow,
  result: LoginResult,
  siteMessage: string | null = null,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('connections')
      .set({ ...result, login_started_at: null, updated_at: new Date(clock.now()) })
      .where('id', '=', connection.id)
      .where('version', '=', connection.version)
      .executeTakeFirst()
    const { id, version, account_id: accountId } = connection
    if (numUpdatedRows === 1n && result.state === 'refused') {
      // Once for each login that its owner has stored.
      const [key, values] = [`login ${id} ${version} refused`, { siteMessage }]
      await notify(tx, [{ kind: 'site_login_refused', accountId, key, values }])
    }
    await announceChange(tx, { what: 'connection', accountId })
    return numUpdatedRows === 1n
  })
}

async function abandonLogin({ db }: SiteLoginCtx, { id, version }: ConnectionRow) {
  await db
    .updateTable('connections')
    .set({ login_started_at: null })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}

function failedState(error: SiteError, siteName: string, { keepsSession = false }: LoginOptions): LoginResult {
  if (error.kind !== 'login_refused') {
    return { state: 'unreachable', state_detail: messages.auction.siteUnavailable(siteName, error.kind) }
  }
  const siteMessage = error.siteMessage ?? messages.connection.refused(siteName)
  const refused = { state: 'refused', state_detail: siteMessage } as const
  return keepsSession ? refused : { ...refused, sealed_token: null, token_expires_at: null }
}

/** Waits for the login of another process. Null when none is in progress, or when it ended without an outcome. */
async function awaitOther(
  ctx: SiteLoginCtx,
  connection: ConnectionRow,
  { refusedToken, signal = neverAborted }: LoginOptions,
): Promise<SiteSession | null> {
  const before = await readLogin(ctx, connection)
  if (!before?.in_progress) return null

  const readEnded = async () => {
    const row = await readLogin(ctx, connection)
    return row?.in_progress ? null : { row }
  }
  const ended = await pollUntil(ctx.clock, readEnded, { everyMs: POLL_INTERVAL_MS, forMs: MAX_WAIT_MS, signal })
  if (!ended) throw new SiteError('timeout', 'A login by another process took too long')
  const { row } = ended
  if (!row || row.version !== before.version || row.updated_at.getTime() === before.updated_at.getTime()) return null
  if (row.state === 'unreachable') throw new SiteError('unavailable', 'A login by another process failed')
  if (row.state === 'refused' || row.sealed_token === null) return null
  const session = openSealedSession(ctx.vault, row)
  return session.token === refusedToken ? null : session
}

const readLogin = ({ db }: SiteLoginCtx, { id }: ConnectionRow) =>
  db
    .selectFrom('connections')
    .selectAll()
    .select(isInProgress.as('in_progress'))
    .where('id', '=', id)
    .executeTakeFirst()
