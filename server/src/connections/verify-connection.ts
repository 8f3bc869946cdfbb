import { announceChange } from '../changes/announce-change.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { ConnectionRow } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { openSiteSession, type SessionDeps } from './open-site-session.ts'
import { openSealedSession } from './seal-session.ts'
import { recordVaultUse } from './vault/vault-uses.ts'

/** `unknown`: the site failed, which says nothing about the session. */
type Verdict = 'accepted' | 'refused' | 'unknown'

/**
 * Verifies that a connection still works: with its stored session or, if the site refuses that, with one new login. The
 * outcome is stored in the connection's row; a failing site changes nothing. A connection with refused credentials is
 * skipped, because another login would count against the user's account at the site.
 */
export async function verifyConnection(deps: SessionDeps, connectionId: number): Promise<void> {
  const { db, clock } = deps
  const connection = await db
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', connectionId)
    .where('state', '<>', 'refused')
    .executeTakeFirst()
  if (!connection) return

  const now = clock.now()
  const storedUntil = connection.token_expires_at?.getTime() ?? 0
  if (connection.sealed_token !== null && storedUntil > now) {
    const verdict = await checkStoredSession(deps, connection)
    await recordVerdict(deps, connection, verdict)
    if (verdict !== 'refused') return
  }
  try {
    await openSiteSession(deps, connection.account_id, { purpose: 'refresh', validUntil: now })
  } catch (error) {
    // The outcome is already stored in the connection's row.
    if (!(error instanceof SiteError || error instanceof AppError)) throw error
  }
}

async function checkStoredSession({ marketplace, vault }: SessionDeps, connection: ConnectionRow): Promise<Verdict> {
  try {
    await marketplace.checkSession(openSealedSession(vault, connection))
    return 'accepted'
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    return error.kind === 'unauthorized' ? 'refused' : 'unknown'
  }
}

const CHANGES = {
  accepted: (now: Date) => ({ state: 'connected' as const, state_detail: null, last_verified_at: now }),
  refused: () => ({ sealed_token: null, token_expires_at: null }),
} as const

function recordVerdict(
  { db, clock, process }: SessionDeps,
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
      .set({ ...CHANGES[verdict](now), updated_at: now })
      .where('id', '=', id)
      // The row is left as it is if a newer login has changed it: the verdict is about the older session.
      .where('updated_at', '=', connection.updated_at)
      .execute()
    await announceChange(tx, { what: 'connection', accountId })
  })
}
