import { messages } from '@bidwell/contract'
import { connectionOf } from '../connections/connection-queries.ts'
import { openSiteSession } from '../connections/open-site-session.ts'
import { refuseWhilePaused } from '../connections/vault-uses.ts'
import { verifyConnection } from '../connections/verify-connection.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { ConnectionRow } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import type { CheckedLogin } from './decide-preflight.ts'
import type { PreflightDeps } from './run-preflights.ts'

/** A login that was proven this recently needs no new proof. */
const PROVEN_FOR_MS = 5 * 60_000

type How = {
  /** Whether the site may be asked at all. */
  ask: boolean
  /** Even if it was proven a moment ago. */
  anew?: boolean
}

/** Proves an account's login at the site, unless that was done a moment ago; answers how it stands. */
export async function checkLogin(
  deps: PreflightDeps,
  accountId: number,
  { ask, anew = false }: How,
): Promise<CheckedLogin> {
  const { db, clock, marketplace } = deps
  const startedAt = clock.now()
  const since = anew ? startedAt : startedAt - PROVEN_FOR_MS
  const known = await connectionOf(db, accountId, marketplace.id)
  if (!known) return { kind: 'missing' }
  if (ask && (anew || !isProven(known, since))) await verifyConnection(deps, known.id)

  const now = await connectionOf(db, accountId, marketplace.id)
  if (!now) return { kind: 'missing' }
  if (now.state === 'refused') return { kind: 'refused', siteMessage: wordsOf(now, marketplace.siteName) }
  if (isProven(now, since)) return { kind: 'works', until: now.token_expires_at?.getTime() ?? null }
  return (await whetherPaused(deps, accountId)) ?? { kind: 'untold' }
}

/** Logs in anew if the kept login would not last until then. Epoch ms. */
export async function makeLoginLast(deps: PreflightDeps, accountId: number, until: number): Promise<CheckedLogin> {
  try {
    await openSiteSession(deps, accountId, { purpose: 'refresh', validUntil: until })
  } catch (error) {
    // What the site did about it is on the connection.
    if (!(error instanceof SiteError || error instanceof AppError)) throw error
  }
  return checkLogin(deps, accountId, { ask: false })
}

const isProven = ({ state, sealed_token, last_verified_at }: ConnectionRow, since: number): boolean =>
  state === 'connected' && sealed_token !== null && (last_verified_at?.getTime() ?? 0) >= since

const wordsOf = ({ state_detail }: ConnectionRow, site: string) =>
  state_detail === messages.connection.refusedBare(site) ? null : state_detail

async function whetherPaused(deps: PreflightDeps, accountId: number): Promise<CheckedLogin | null> {
  try {
    await refuseWhilePaused(deps, accountId, deps.marketplace.siteName)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { kind: 'paused', until: deps.clock.now() + (error.retryAfterMs ?? 0) }
  }
}
