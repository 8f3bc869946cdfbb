import { messages, type NotStopped, type SiteCredentials } from '@bidwell/contract'
import type { Caller, Visitor } from '../http/route.ts'
import { lockCaller } from '../identity/sessions/lock-caller.ts'
import type { SiteSession } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import type { Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { awaitStandDown } from './await-stand-down.ts'
import { contextOf, prepareConnection, storeSiteUser } from './connection-queries.ts'
import { countLoginAttempt } from './count-login-attempt.ts'
import { noteLoginChange } from './note-login-change.ts'
import { sealSession } from './seal-session.ts'
import type { ConnectionCtx } from './site-login-ctx.ts'
import { Secret } from './vault/secret.ts'
import { recordVaultUse } from './vault/vault-uses.ts'

/**
 * Logs in at the site with the credentials, and stores them sealed if the login succeeds. Returns once no engine holds a
 * bid that could be sent with a replaced login, with the bids that are not stopped. The owner is told by mail. If the login
 * fails, the credentials that were stored before stay, and it throws `credentials_refused` with the site's message,
 * `site_unavailable`, or `rate_limited` (see `countLoginAttempt`). They stay too when the caller's session ends meanwhile,
 * and with `conflict` when another account with this login bids on an item on which this account has a bid.
 */
export async function storeCredentials(
  ctx: ConnectionCtx,
  accountId: number,
  credentials: SiteCredentials,
  signal: AbortSignal,
  by: (Visitor & { caller: Caller }) | null = null,
): Promise<NotStopped[]> {
  const { db, clock, marketplace, sealer } = ctx
  if (credentials.username.trim() === '' || credentials.password === '') {
    throw new AppError('rule_broken', messages.connection.bothRequired(marketplace.siteName))
  }
  const session = await countLoginAttempt(ctx, accountId, credentials.username, () =>
    logInWith(ctx, accountId, credentials, signal),
  )

  const now = new Date(clock.now())
  await db.transaction().execute(async (tx) => {
    // The site may have taken seconds.
    if (by) await lockCaller(tx, by.caller)
    const connection = await prepareConnection(tx, {
      account_id: accountId,
      marketplace: marketplace.id,
      masked_username: maskUsername(credentials.username),
      verifiedAt: now,
    })
    const hashes = ctx.hashSiteUser(marketplace.id, credentials.username)
    await requireNoCollision(tx, ctx, accountId, await storeSiteUser(tx, connection, hashes))
    const sealed = sealer.seal(new Secret(JSON.stringify(credentials)), contextOf(connection, 'site-credentials'))
    await tx
      .updateTable('connections')
      .set({
        sealed_credentials: JSON.stringify(sealed),
        ...sealSession(ctx, connection, session, now.getTime()),
      })
      .where('id', '=', connection.id)
      .execute()
    await recordVaultUse(tx, { ...connectUse(ctx, accountId), connection_id: connection.id, outcome: 'ok' })
    const change = connection.created_at.getTime() === now.getTime() ? 'connected' : 'replaced'
    await noteLoginChange(tx, { accountId, change, now: now.getTime(), visitor: by })
    await announceChange(tx, { what: 'connection', accountId })
  })
  return awaitStandDown(ctx, accountId)
}

/** Two accounts with one login have at most one bid on an item that can still go out or win. */
async function requireNoCollision(
  tx: Tx,
  { marketplace }: ConnectionCtx,
  accountId: number,
  sharers: readonly number[],
) {
  if (sharers.length === 0) return
  const collision = await tx
    .selectFrom('bids as own')
    .innerJoin('bids as theirs', 'theirs.listing_id', 'own.listing_id')
    .innerJoin('listings as l', 'l.id', 'own.listing_id')
    .select('l.title')
    .where('l.marketplace', '=', marketplace.id)
    .where('own.account_id', '=', accountId)
    .where('own.status', '=', 'pending')
    .where('theirs.account_id', 'in', sharers)
    .where('theirs.status', 'in', ['pending', 'executed'])
    .orderBy('own.fire_at')
    .executeTakeFirst()
  if (!collision) return
  throw new AppError('conflict', messages.connection.sharedCollision(marketplace.siteName, collision.title))
}

async function logInWith(
  ctx: ConnectionCtx,
  accountId: number,
  credentials: SiteCredentials,
  signal: AbortSignal,
): Promise<SiteSession> {
  const { db, marketplace } = ctx
  try {
    return await marketplace.logIn(credentials, signal)
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    if (error.kind === 'login_refused') {
      await recordVaultUse(db, { ...connectUse(ctx, accountId), connection_id: null, outcome: 'refused' })
      const siteMessage = error.siteMessage ?? messages.connection.refused(marketplace.siteName)
      throw new AppError('credentials_refused', siteMessage, { cause: error })
    }
    const message = messages.connection.siteUnreachable(marketplace.siteName, error.kind)
    throw new AppError('site_unavailable', message, { cause: error, retryAfterMs: error.retryAfterMs ?? 30_000 })
  }
}

const connectUse = ({ clock, process }: ConnectionCtx, accountId: number) => ({
  account_id: accountId,
  process,
  purpose: 'connect' as const,
  bid_id: null,
  at: new Date(clock.now()),
})

/** `d••o` for `demo`: its owner recognizes it, and others cannot complete it. */
function maskUsername(username: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(username), ({ segment }) => segment)
  return letters.length < 3 ? '••' : `${letters.at(0)}••${letters.at(-1)}`
}
