import { messages, type SiteCredentials } from '@bidwell/contract'
import { announceChange } from '../changes/announce-change.ts'
import type { Marketplace, SiteSession } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { contextOf, prepareConnection } from './connection-queries.ts'
import { maskUsername } from './mask-username.ts'
import { sealSession } from './seal-session.ts'
import { withLoginLock } from './with-login-lock.ts'
import { recordVaultUse, checkRefusalLimit } from './vault-uses.ts'
import type { Sealer } from './vault/create-sealer.ts'
import { Secret } from './vault/secret.ts'

export type StoreDeps = { db: Db; clock: Clock; marketplace: Marketplace; sealer: Sealer; process: string }

/**
 * Logs in at the site with the credentials, and stores them sealed if the login succeeds. Otherwise the credentials that
 * were stored before stay, and it throws `credentials_refused` with the site's message, `site_unavailable`, or
 * `rate_limited` (see `withLoginLock` and `checkRefusalLimit`).
 */
export async function storeCredentials(
  deps: StoreDeps,
  accountId: number,
  credentials: SiteCredentials,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, marketplace, sealer } = deps
  if (credentials.username.trim() === '' || credentials.password === '') {
    throw new AppError('rule_broken', messages.connection.bothRequired(marketplace.siteName))
  }
  const session = await withLoginLock(deps, accountId, () => logInWith(deps, accountId, credentials, signal))

  const now = new Date(clock.now())
  await db.transaction().execute(async (tx) => {
    const connection = await prepareConnection(tx, {
      account_id: accountId,
      marketplace: marketplace.id,
      masked_username: maskUsername(credentials.username),
      verifiedAt: now,
    })
    const sealed = sealer.seal(new Secret(JSON.stringify(credentials)), contextOf(connection, 'site-credentials'))
    await tx
      .updateTable('connections')
      .set({
        sealed_credentials: JSON.stringify(sealed),
        ...sealSession(sealer, connection, session, now.getTime()),
      })
      .where('id', '=', connection.id)
      .execute()
    await recordVaultUse(tx, { ...connectUse(deps, accountId), connection_id: connection.id, outcome: 'ok' })
    await announceChange(tx, { what: 'connection', accountId })
  })
}

async function logInWith(
  deps: StoreDeps,
  accountId: number,
  credentials: SiteCredentials,
  signal: AbortSignal,
): Promise<SiteSession> {
  const { db, marketplace } = deps
  await checkRefusalLimit(deps, accountId, marketplace.siteName)
  try {
    return await marketplace.logIn(credentials, signal)
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    if (error.kind === 'login_refused') {
      await recordVaultUse(db, { ...connectUse(deps, accountId), connection_id: null, outcome: 'refused' })
      const siteMessage = error.siteMessage ?? messages.connection.refused(marketplace.siteName)
      throw new AppError('credentials_refused', siteMessage, { cause: error })
    }
    const message = messages.connection.siteUnreachable(marketplace.siteName)
    throw new AppError('site_unavailable', message, { cause: error, retryAfterMs: error.retryAfterMs ?? 30_000 })
  }
}

const connectUse = ({ clock, process }: StoreDeps, accountId: number) => ({
  account_id: accountId,
  process,
  purpose: 'connect' as const,
  bid_id: null,
  at: new Date(clock.now()),
})
