import { messages } from '@bidwell/contract'
import { SiteError } from '../marketplace/site-error.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import type { ConnectionRow } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { openSiteSession } from './open-site-session.ts'
import { openSealedSession } from './seal-session.ts'
import type { SiteLoginCtx } from './site-login-ctx.ts'
import { recordVaultUse } from './vault/vault-uses.ts'

/** `blocked`: the site refuses this installation. `unknown`: it failed. Both say nothing about the session. */
type Verdict = 'accepted' | 'refused' | 'blocked' | 'unknown'

/**
 * Verifies that a connection still works: with its stored session or, if the site refuses that, with one new login. The
 * outcome is stored in the connection's row; a failing site changes nothing. Refused credentials are not sent again, because
 * another login would count against the user's account at the site: only a session that is left is verified.
 */
export async function verifyConnection(ctx: SiteLoginCtx, connectionId: number): Promise<void> {
  const { db, clock } = ctx
  const connection = await db
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', connectionId)
    .where((row) => row.or([row('state', '<>', 'refused'), row('sealed_token', 'is not', null)]))
    .executeTakeFirst()
  if (!connection) return

  const now = clock.now()
  const storedUntil = connection.token_expires_at?.getTime() ?? 0
  if (connection.sealed_token !== null && storedUntil > now) {
    const verdict = await checkStoredSession(ctx, connection)
    await recordVerdict(ctx, connection, verdict)
    if (verdict !== 'refused') return
  }
  try {
    await openSiteSession(ctx, connection.account_id, { purpose: 'refresh', validUntil: now })
  } catch (error) {
    // The outcome is already stored in the connection's row.
    if (!(error instanceof SiteError || error instanceof AppError)) throw error
  }
}

async function checkStoredSession({ marketplace, vault }: SiteLoginCtx, connection: ConnectionRow): Promise<Verdict> {
  try {
    await marketplace.checkSession(openSealedSession(vault, connection))
    return 'accepted'
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    if (messages.auction.isSiteRefusal(error.kind)) return 'blocked'
    return error.kind === 'unauthorized' ? 'refused' : 'unknown'
  }
}

function changeOf(verdict: Exclude<Verdict, 'unknown'>, { state }: ConnectionRow, siteName: string, now: Date) {
  if (verdict === 'refused') return { sealed_token: null, token_expires_at: null }
  // That the session still works does not undo that the site refused its credentials.
  if (state === 'refused') return verdict === 'accepted' ? { last_verified_at: now } : {}
  return verdict === 'accepted'
    ? { state: 'connected' as const, state_detail: null, last_verified_at: now }
    : { state: 'unreachable' as const, state_detail: messages.auction.siteUnavailable(siteName, 'blocked') }
}

function recordVerdict(
  { db, clock, process, marketplace }: SiteLoginCtx,
  connection: ConnectionRow,
  verdict: Verdict,
): Promise<void> {
  const { id, account_id: accountId } = connection
  const now = new Date(clock.now())
  return db.transaction().execute(async (tx) => {
    await recordVaultUse(tx, {
      account_id: accountId,
      connection_id: id,
      process,
      purpose: 'refresh',
      bid_id: null,
      outcome: verdict === 'accepted' ? 'ok' : 'failed',
      at: now,
    })
    if (verdict === 'unknown') return
    await tx
      .updateTable('connections')
      .set({ ...changeOf(verdict, connection, marketplace.siteName, now), updated_at: now })
      .where('id', '=', id)
      // The row is left as it is if a newer login has changed it: the verdict is about the older session.
      .where('updated_at', '=', connection.updated_at)
      .execute()
    await announceChange(tx, { what: 'connection', accountId })
  })
}
