import { messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { SiteSession } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { ConnectionRow, Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { machineIdentity } from '../platform/machine-identity.ts'
import { neverAborted, TimeoutError, withTimeout } from '../platform/with-timeout.ts'
import { connectionOf, isOfOtherHost } from './connection-queries.ts'
import { dropToken } from './drop-token.ts'
import { logInAtSite } from './log-in-at-site.ts'
import { openSealedSession } from './seal-session.ts'
import type { SiteLoginCtx } from './site-login-ctx.ts'
import { recordVaultUse, type VaultPurpose } from './vault/vault-uses.ts'

type LoginUse = { purpose: VaultPurpose; bidId?: number; signal?: AbortSignal }

export type SessionUse = LoginUse & {
  /** The stored session is used only if it is valid beyond this, epoch ms. */
  validUntil: number
  /** The token that the site no longer accepts. Of all callers that name it, one logs in, and the others get its session. */
  refusedToken?: string | null
}

/** How long an engine tries to log in for its machine. It waits for a session three times as long. */
const OWN_LOGIN_TIMEOUT_MS = 5_000

/**
 * Returns an account's session at the site: the stored one if it is valid for long enough and was not refused, else a new
 * one, which is then stored. Calls the site and the database, so it is no part of a shot. Throws `credentials_missing`
 * without a login, and SiteError when the site does not give a session. Credentials that the site has refused are not sent
 * again: without a stored session that is still valid, every call throws `login_refused` with the site's message until they
 * are replaced or tried with `logInAgain`.
 */
export async function openSiteSession(ctx: SiteLoginCtx, accountId: number, use: SessionUse): Promise<SiteSession> {
  return untilDecided(ctx, accountId, use, async (connection) => {
    const stored = storedSession(ctx, connection, use)
    if (connection.state === 'refused') {
      if (stored) return stored
      // The site takes neither the credentials nor what was left of a session.
      if (use.refusedToken && connection.sealed_token !== null) await dropToken(ctx, accountId)
      throw new KnownRefusal(connection.state_detail)
    }
    if (!stored) return logInAtSite(ctx, connection, use)
    return (await needsOwnLogin(ctx, connection, use)) ? ownSession(ctx, connection, use, stored) : stored
  })
}

/** Logs in even if the stored session is valid, or if the site has refused the credentials before: the owner asks for it. */
export async function logInAgain(ctx: SiteLoginCtx, accountId: number, use: LoginUse): Promise<SiteSession> {
  return untilDecided(ctx, accountId, use, (connection) => logInAtSite(ctx, connection, use))
}

/** The site refused these credentials to an earlier call. This call sent nothing. */
class KnownRefusal extends SiteError {
  constructor(siteMessage: string | null) {
    super('login_refused', 'The site has refused these credentials before', siteMessage === null ? {} : { siteMessage })
  }
}

/** Repeats the attempt while another process changes the connection's row, and records its outcome. */
async function untilDecided(
  ctx: SiteLoginCtx,
  accountId: number,
  use: LoginUse,
  attempt: (connection: ConnectionRow) => Promise<SiteSession | null>,
): Promise<SiteSession> {
  for (;;) {
    const connection = await connectionOf(ctx.db, accountId, ctx.marketplace.id)
    if (!connection)
      throw new AppError('credentials_missing', messages.connection.requiredToBid(ctx.marketplace.siteName))
    if (isOfOtherHost(connection, ctx.sealer.host)) {
      throw new AppError('credentials_missing', messages.connection.otherHost(ctx.marketplace.siteName))
    }
    const session = await attempt(connection).catch(async (error: unknown) => {
      const isRefusal = error instanceof SiteError && error.kind === 'login_refused'
      if (!(error instanceof KnownRefusal)) await record(ctx, connection, use, isRefusal ? 'refused' : 'failed')
      throw error
    })
    use.signal?.throwIfAborted()
    if (!session) continue
    await record(ctx, connection, use, 'ok')
    return session
  }
}

function storedSession({ vault }: SiteLoginCtx, connection: ConnectionRow, use: SessionUse): SiteSession | null {
  const storedUntil = connection.token_expires_at?.getTime() ?? 0
  if (connection.sealed_token === null || storedUntil <= use.validUntil) return null
  const session = openSealedSession(vault, connection)
  return session.token === use.refusedToken ? null : session
}

/**
 * The site may accept bids only from the address of the login, so an engine logs in for itself when another machine
 * obtained the stored session. It does not while that would end the session of an engine that is about to bid, or after
 * the site has ended a session: then the site may keep one session per account, and two machines would log each other out.
 */
async function needsOwnLogin(
  { db, machine = machineIdentity() }: SiteLoginCtx,
  { token_machine }: ConnectionRow,
  { purpose, bidId, refusedToken }: SessionUse,
): Promise<boolean> {
  if (purpose !== 'bid' || token_machine === machine || refusedToken) return false
  return bidId === undefined || !(await isBiddingElsewhere(db, bidId))
}

/** Logs in for this machine. If the login fails, the bid has the stored session, which the site may accept from here too. */
async function ownSession(
  ctx: SiteLoginCtx,
  connection: ConnectionRow,
  use: SessionUse,
  stored: SiteSession,
): Promise<SiteSession | null> {
  const { signal: stop = neverAborted } = use
  try {
    return await withTimeout(ctx.clock, OWN_LOGIN_TIMEOUT_MS, stop, (signal) =>
      logInAtSite(ctx, connection, { ...use, keepsSession: true, signal }),
    )
  } catch (error) {
    if (!(error instanceof SiteError || error instanceof TimeoutError)) throw error
    const isRefusal = error instanceof SiteError && error.kind === 'login_refused'
    await record(ctx, connection, use, isRefusal ? 'refused' : 'failed')
    return stored
  }
}

async function record(
  { db, clock, process }: SiteLoginCtx,
  connection: ConnectionRow,
  { purpose, bidId }: LoginUse,
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

/** Whether an engine other than the bid's own holds pending bids of the same account. */
async function isBiddingElsewhere(db: Db, bidId: number): Promise<boolean> {
  const { rows } = await sql`
    select from bids own join bids other on other.account_id = own.account_id and other.status = 'pending'
     where own.id = ${bidId} and other.engine_id <> own.engine_id
     limit 1`.execute(db)
  return rows.length > 0
}
