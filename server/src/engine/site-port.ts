import { openSiteSession, type SessionDeps } from '../connections/open-site-session.ts'
import { SealBroken } from '../connections/vault/open-vault.ts'
import type { OpenAuction, SiteSession } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { AppError } from '../platform/errors.ts'
import { InternalFault, type Site } from './core/ports.ts'
import { shareReads } from './share-reads.ts'

/** Less than the core waits for a session: a database that hangs must not be taken for a site that does. */
const DATABASE_TIMEOUT_MS = 12_000

/** The core's `Site`, over the marketplace and the stored logins. */
export function sitePort(deps: SessionDeps): Site {
  const { marketplace, clock } = deps
  const openAuctions = shareReads<OpenAuction[]>(clock)
  const wonAuctions = shareReads<string[]>(clock)
  return {
    name: marketplace.siteName,
    openSession: (accountId, use, signal) => openSession(deps, accountId, use, signal),
    readItem: (auctionId, options) => marketplace.readItem(auctionId, options),
    openAuctions: (session, options) =>
      openAuctions(session.token, options, (signal) => marketplace.openAuctions(session, signal)),
    wonAuctions: (session, options) =>
      wonAuctions(session.token, options, (signal) => marketplace.wonAuctions(session, signal)),
    sampleClock: (signal) => marketplace.sampleClock(signal),
    openBidConnection: (session) => marketplace.openBidConnection(session),
  }
}

type SessionOptions = Parameters<Site['openSession']>[1]

async function openSession(
  deps: SessionDeps,
  accountId: number,
  { bidId, validUntil, refusedToken }: SessionOptions,
  signal: AbortSignal,
): Promise<SiteSession> {
  const { clock } = deps
  let isAtSite = false
  const marketplace: SessionDeps['marketplace'] = {
    ...deps.marketplace,
    logIn(...input) {
      isAtSite = true
      return deps.marketplace.logIn(...input).finally(() => (isAtSite = false))
    },
  }
  const over = new AbortController()
  const opened = openSiteSession({ ...deps, marketplace }, accountId, {
    purpose: 'bid',
    bidId,
    validUntil,
    refusedToken,
    signal,
  })
  const late = clock.sleepUntil(clock.monotonic() + DATABASE_TIMEOUT_MS, over.signal).then(() => {
    // A login takes its time at the site; the caller's own timeout ends it.
    if (isAtSite) return opened
    throw new InternalFault('database_down', 'The database did not answer in time')
  })
  try {
    return await Promise.race([opened, late])
  } catch (error) {
    throw asPortError(error)
  } finally {
    over.abort(OPENED)
    late.catch(() => {})
  }
}

const OPENED = new Error('The session was opened, or not')

/** Only a `SiteError` came from the site: every other error is a fault of this service. */
function asPortError(error: unknown): unknown {
  if (error instanceof SiteError || error instanceof InternalFault) return error
  if (error instanceof SealBroken) return new InternalFault('vault_locked', error.message, { cause: error })
  if (!(error instanceof AppError)) return new InternalFault('database_down', 'The database failed', { cause: error })
  const { code, message, retryAfterMs } = error
  const kind = code === 'credentials_missing' ? 'login_missing' : 'login_paused'
  return new InternalFault(kind, message, { cause: error, ...(retryAfterMs !== undefined && { retryAfterMs }) })
}
