import { messages } from '@bidwell/contract'
import { connectionOf, isOfOtherHost } from '../connections/connection-queries.ts'
import { openSiteSession } from '../connections/open-site-session.ts'
import type { SiteLoginCtx } from '../connections/site-login-ctx.ts'
import { verifyConnection } from '../connections/verify-connection.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { ConnectionRow } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import type { CheckedLogin } from './decide-preflight.ts'

/** A login that was verified this recently is not verified again. */
const VERIFIED_FOR_MS = 5 * 60_000

/**
 * `if_stale`: verify unless the login was verified a moment ago. `always`: verify even then. `never`: send the site
 * nothing.
 */
type Verify = 'if_stale' | 'always' | 'never'

/** Verifies an account's login at the site and answers its state. */
export async function checkLogin(ctx: SiteLoginCtx, accountId: number, verify: Verify): Promise<CheckedLogin> {
  const { db, clock, marketplace } = ctx
  const startedAt = clock.now()
  const since = verify === 'always' ? startedAt : startedAt - VERIFIED_FOR_MS
  const before = await connectionOf(db, accountId, marketplace.id)
  if (!before) return { kind: 'missing' }
  if (isOfOtherHost(before, ctx.sealer.host)) return { kind: 'other_host' }
  const isStale = !isVerified(before, since)
  if (verify === 'always' || (verify === 'if_stale' && isStale)) await verifyConnection(ctx, before.id)

  const connection = await connectionOf(db, accountId, marketplace.id)
  if (!connection) return { kind: 'missing' }
  if (connection.state === 'refused') {
    const sessionUntil = connection.token_expires_at?.getTime() ?? 0
    return { kind: 'refused', siteMessage: siteMessageOf(connection, marketplace.siteName), sessionUntil }
  }
  if (isVerified(connection, since)) return { kind: 'works', until: connection.token_expires_at?.getTime() ?? null }
  return { kind: 'unknown' }
}

/** Logs in again if the stored token expires before `until`. Epoch ms. */
export async function extendLogin(ctx: SiteLoginCtx, accountId: number, until: number): Promise<CheckedLogin> {
  try {
    await openSiteSession(ctx, accountId, { purpose: 'refresh', validUntil: until })
  } catch (error) {
    // The connection's row has the reason.
    if (!(error instanceof SiteError || error instanceof AppError)) throw error
  }
  return checkLogin(ctx, accountId, 'never')
}

const isVerified = ({ state, sealed_token, last_verified_at }: ConnectionRow, since: number): boolean =>
  state === 'connected' && sealed_token !== null && (last_verified_at?.getTime() ?? 0) >= since

const siteMessageOf = ({ state_detail }: ConnectionRow, site: string) =>
  state_detail === messages.connection.refused(site) ? null : state_detail
