import { similarTo } from '@bidwell/contract'
import { Agent } from 'undici'
import * as z from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { ClockSample, Marketplace } from '../marketplace.ts'
import { SiteError } from '../site-error.ts'
import { readFavorites } from './account/read-favorites.ts'
import { readOpenAuctions } from './account/read-open-auctions.ts'
import { readOpenOrders, readShippedOrders } from './account/read-orders.ts'
import { checkSession, submitLogin } from './account/submit-login.ts'
import { openBidConnection } from './bid-connection/open-bid-connection.ts'
import { instantSince, parseDashboardTime } from './fields/parse-pacific-time.ts'
import { parseEnvelope } from './http/parse-response.ts'
import { requestSender } from './http/request-sender.ts'
import { estimateShipping } from './item/estimate-shipping.ts'
import { itemRequest, readingIn } from './item/item-detail.ts'
import { parseItemReference } from './item/parse-item-reference.ts'
import { readSearch } from './search/read-search.ts'
import { type Limits, LIMITS, type SendRequest, type Site } from './site.ts'

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
    orderUrl: (orderId) => new URL(`/shopgoodwill/order/${orderId}`, site.homeUrl).href,
    logIn: (credentials, signal) => submitLogin(send, site, credentials, signal),
    checkSession: (session, signal) => checkSession(send, session, signal),
    async readItem(auctionId, { session, signal } = {}) {
      const response = await send({ ...itemRequest(auctionId, session), signal })
      return readingIn(response, auctionId, session)
    },
    estimateShipping: (auctionId, zip, signal) => estimateShipping(send, { auctionId, zip }, signal),
    openAuctions: (session, signal) => readOpenAuctions(send, session, signal),
    favorites: (session, signal) => readFavorites(send, session, signal),
    openOrders: (session, signal) => readOpenOrders(send, session, signal),
    shippedOrders: (session, signal) => readShippedOrders(send, session, signal),
    search: (wanted, signal) => readSearch(send, wanted, signal),
    sampleClock: (signal) => sampleClock(send, signal),
    openBidConnection: (session) => openBidConnection({ clock, site, limits }, session),
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}

/** The site's search page for items like one of this title. */
function searchUrl(homeUrl: string, title: string): string {
  const url = new URL('/categories/listing', homeUrl)
  url.searchParams.set('st', similarTo(title))
  return url.href
}

/** Samples the site's clock in whole seconds. The call needs neither an item nor a login. */
async function sampleClock(send: SendRequest, signal?: AbortSignal): Promise<ClockSample> {
  const response = await send({ method: 'POST', path: 'Dashboard/GetCurrentTime', signal })
  const time = parseDashboardTime(parseEnvelope(response, z.string()))
  if (!time) throw new SiteError('unexpected_shape', "The site's answer has no usable data", { field: 'data' })
  const { sentAt, receivedAt, date } = response
  return { siteTime: instantSince(time, date), sentAt, receivedAt, resolutionMs: 1_000 }
}
