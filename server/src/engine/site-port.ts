import { openSiteSession, type SessionDeps } from '../connections/open-site-session.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { AppError } from '../platform/errors.ts'
import type { Site } from './core/ports.ts'

/** The core's `Site`, over the marketplace and the stored logins. */
export function sitePort(deps: SessionDeps): Site {
  const { marketplace } = deps
  return {
    async openSession(accountId, { bidId, validUntil, fresh }, signal) {
      try {
        return await openSiteSession(deps, accountId, { purpose: 'bid', bidId, validUntil, fresh, signal })
      } catch (error) {
        throw error instanceof AppError ? asSiteError(error) : error
      }
    },
    readItem: (auctionId, options) => marketplace.readItem(auctionId, options),
    sampleClock: (signal) => marketplace.sampleClock(signal),
    openBidConnection: (session) => marketplace.openBidConnection(session),
  }
}

/** A missing login counts as refused; a login that is paused after refusals may be tried again later. */
function asSiteError(error: AppError): SiteError {
  const { code, message, retryAfterMs } = error
  const details = { siteMessage: message, cause: error, ...(retryAfterMs !== undefined && { retryAfterMs }) }
  return new SiteError(code === 'credentials_missing' ? 'login_refused' : 'rate_limited', message, details)
}
