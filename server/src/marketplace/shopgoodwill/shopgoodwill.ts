import { Agent } from 'undici'
import type { Clock } from '../../platform/clock.ts'
import type { Marketplace } from '../marketplace.ts'
import { checkSession } from './account/check-session.ts'
import { readOpenAuctions } from './account/read-open-auctions.ts'
import { readOpenOrders, readShippedOrders } from './account/read-orders.ts'
import { submitLogin } from './account/submit-login.ts'
import { openBidConnection } from './bid-connection/open-bid-connection.ts'
import { requestSender } from './http/request-sender.ts'
import { estimateShipping } from './item/estimate-shipping.ts'
import { parseItemReference } from './item/parse-item-reference.ts'
import { itemRequest, readingIn } from './item/read-item.ts'
import { searchUrl } from './item/search-url.ts'
import { sampleClock } from './sample-clock.ts'
import { type Limits, LIMITS, type Site } from './site.ts'

/** The client of a site that speaks ShopGoodwill's protocol: the real one, or the auction house. */
export function shopgoodwill(clock: Clock, site: Site, limits: Limits = LIMITS): Marketplace & AsyncDisposable {
  const agent = new Agent({ connect: { timeout: limits.connectTimeoutMs }, maxResponseSize: limits.maxResponseBytes })
  const send = requestSender({ clock, agent, site, limits })

  return {
    id: site.id,
    siteName: site.name,
    parseItemReference: (text) => parseItemReference(text, site.itemHosts),
    itemUrl: (auctionId) => new URL(`/item/${auctionId}`, site.homeUrl).href,
    searchUrl: (text) => searchUrl(site.homeUrl, text),
    ordersUrl: new URL('/shopgoodwill/open-orders', site.homeUrl).href,
    logIn: (credentials, signal) => submitLogin(send, credentials, signal),
    checkSession: (session, signal) => checkSession(send, session, signal),
    async readItem(auctionId, { session, signal } = {}) {
      const response = await send({ ...itemRequest(auctionId, session), signal })
      return readingIn(response, auctionId, session)
    },
    estimateShipping: (auctionId, zip, signal) => estimateShipping(send, { auctionId, zip }, signal),
    openAuctions: (session, signal) => readOpenAuctions(send, session, signal),
    openOrders: (session, signal) => readOpenOrders(send, session, signal),
    shippedOrders: (session, signal) => readShippedOrders(send, session, signal),
    sampleClock: (signal) => sampleClock(send, signal),
    openBidConnection: (session) => openBidConnection({ clock, site, limits }, session),
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}
