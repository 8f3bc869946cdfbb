import { openSiteSession } from '../connections/open-site-session.ts'
import type { SiteLoginCtx } from '../connections/site-login-ctx.ts'
import { SealBroken } from '../connections/vault/open-vault.ts'
import type { OpenAuction, Order, SiteSession } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { noteOrders } from '../orders/note-orders.ts'
import { AppError } from '../platform/errors.ts'
import { InternalFault, type Site } from './core/ports.ts'
import { shareReads } from './share-reads.ts'

/** Less than the core waits for a session: a database that hangs must not be taken for a site that does. */
const DATABASE_TIMEOUT_MS = 12_000

/** The core's `Site`, over the marketplace and the stored logins. */
export function sitePort(ctx: SiteLoginCtx & Pick<Site, 'pausedUntil'>, databaseTimeoutMs = DATABASE_TIMEOUT_MS): Site {
  const { marketplace, clock } = ctx
  const openAuctions = shareReads<OpenAuction[]>(clock)
  const orders = shareReads<Order[]>(clock)
  return {
    name: marketplace.siteName,
    openSession: (accountId, use, signal) =>
      withinTime(ctx, databaseTimeoutMs, (watched) =>
        openSiteSession(watched, accountId, { purpose: 'bid', ...use, signal }),
      ),
    readItem: (auctionId, options) => marketplace.readItem(auctionId, options),
    openAuctions: (session, options) =>
      openAuctions(session.token, options, (signal) => marketplace.openAuctions(session, signal)),
    orders: (session, { accountId, paid, ...options }) =>
      orders(`${paid ? 'paid' : 'unpaid'} ${session.token}`, options, (signal) => {
        const at = clock.now()
        const reading = paid ? marketplace.shippedOrders(session, signal) : marketplace.openOrders(session, signal)
        // A verdict does not wait for the database. What was not kept is kept with a later reading.
        noteOrders(ctx.db, { accountId, siteId: marketplace.id, list: paid ? 'paid' : 'unpaid', at }, reading).catch(
          () => {},
        )
        return reading
      }),
    sampleClock: (signal) => marketplace.sampleClock(signal),
    pausedUntil: ctx.pausedUntil,
    openBidConnection: (session) => marketplace.openBidConnection(session),
  }
}

/** Opens a session. Time that a login takes at the site does not count: the caller's own timeout ends it. */
async function withinTime(
  ctx: SiteLoginCtx,
  timeoutMs: number,
  open: (watched: SiteLoginCtx) => Promise<SiteSession>,
): Promise<SiteSession> {
  const { clock, marketplace } = ctx
  let isAtSite = false
  async function logIn(...input: Parameters<typeof marketplace.logIn>) {
    isAtSite = true
    try {
      return await marketplace.logIn(...input)
    } finally {
      isAtSite = false
    }
  }
  const over = new AbortController()
  const opened = open({ ...ctx, marketplace: { ...marketplace, logIn } })
  const late = clock.sleepUntil(clock.monotonic() + timeoutMs, over.signal).then(() => {
    if (isAtSite) return opened
    throw new InternalFault('database_down', 'The database did not answer in time')
  })
  try {
    return await Promise.race([opened, late])
  } catch (error) {
    throw asPortError(error)
  } finally {
    over.abort(OPENED)
    late.catch(() => {}) // aborted, because the session was opened or was refused
  }
}

const OPENED = new Error('The attempt has ended')

/** Only a `SiteError` came from the site: every other error is a fault of this service. */
function asPortError(error: unknown): unknown {
  if (error instanceof SiteError || error instanceof InternalFault) return error
  if (error instanceof SealBroken) return new InternalFault('vault_locked', error.message, { cause: error })
  if (error instanceof AppError) return new InternalFault('login_missing', error.message, { cause: error })
  return new InternalFault('database_down', 'The database failed', { cause: error })
}
