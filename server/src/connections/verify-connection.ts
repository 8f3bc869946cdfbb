import { announceChange } from '../changes/announce-change.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { ConnectionRow } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { openSiteSession, type SessionDeps } from './open-site-session.ts'
import { openSealedSession } from './seal-session.ts'
import { recordVaultUse } from './vault-uses.ts'

type Answer = 'taken' | 'refused' | 'none'

/**
 * Proves that a connection still works: by its kept login or, if the site no longer takes that one, by one new login
 * with the kept credentials. What comes of it is written on the connection; a site in fault proves nothing. One whose
 * credentials were refused is left alone: its owner knows, and another try would count against the account there.
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
  const keptUntil = connection.token_expires_at?.getTime() ?? 0
  if (connection.sealed_token !== null && keptUntil > now) {
    const answer = await tryKeptLogin(deps, connection)
    await writeDown(deps, connection, answer)
    if (answer !== 'refused') return
  }
  try {
    await openSiteSession(deps, connection.account_id, { purpose: 'refresh', validUntil: now })
  } catch (error) {
    // What the site did about the login is on the connection.
    if (!(error instanceof SiteError || error instanceof AppError)) throw error
  }
}

async function tryKeptLogin({ marketplace, vault }: SessionDeps, connection: ConnectionRow): Promise<Answer> {
  try {
    await marketplace.checkSession(openSealedSession(vault, connection))
    return 'taken'
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    return error.kind === 'unauthorized' ? 'refused' : 'none'
  }
}

const FOUND = {
  taken: (now: Date) => ({ state: 'connected' as const, state_detail: null, last_verified_at: now }),
  refused: () => ({ sealed_token: null, token_expires_at: null }),
} as const

function writeDown({ db, clock, process }: SessionDeps, connection: ConnectionRow, answer: Answer): Promise<void> {
  const { id, account_id: accountId } = connection
  const now = new Date(clock.now())
  return db.transaction().execute(async (tx) => {
    await recordVaultUse(tx, {
      account_id: accountId,
      connection_id: id,
      process,
      purpose: 'refresh',
      bid_id: null,
      outcome: answer === 'taken' ? 'ok' : 'failed',
      at: now,
    })
    if (answer === 'none') return
    await tx
      .updateTable('connections')
      .set({ ...FOUND[answer](now), updated_at: now })
      .where('id', '=', id)
      // Somebody has logged in meanwhile: this was about the login before that.
      .where('updated_at', '=', connection.updated_at)
      .execute()
    await announceChange(tx, { what: 'connection', accountId })
  })
}
