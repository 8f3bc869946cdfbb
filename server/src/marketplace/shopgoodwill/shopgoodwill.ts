import { Agent } from 'undici'

import type { Clock } from '../../platform/clock.ts'
import type { Marketplace } from '../marketplace.ts'
import { openBidConnection } from './bid-connection/open-bid-connection.ts'
import { checkSession } from './check-session.ts'
import { countUnpaid } from './count-unpaid.ts'
import { estimateShipping } from './estimate-shipping.ts'
import { fetchAnswer } from './fetch-answer.ts'
import { parseItemReference } from './item-reference.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { readFavourites } from './read-favourites.ts'
import { readItem } from './read-item.ts'
import { readOpenAuctions } from './read-open-auctions.ts'
import { sampleClock } from './sample-clock.ts'
import { searchItems } from './search-items.ts'
import { type Api, type Limits, LIMITS, type Site } from './site.ts'

/** The client of a site that speaks ShopGoodwill's protocol: the real one, or the auction house. */
export function shopgoodwill(clock: Clock, site: Site, limits: Limits = LIMITS): Marketplace & AsyncDisposable {
  const agent = new Agent({ connect: { timeout: limits.connectMs }, maxResponseSize: limits.answerBytes })
  const api: Api = { clock, ask: fetchAnswer({ clock, agent, site, limits }) }

  return {
    id: site.id,
    siteName: site.name,
    parseItemReference: (text) => parseItemReference(text, site.itemHosts),
    itemUrl: (auctionId) => new URL(`/item/${auctionId}`, site.homeUrl).href,
    ordersUrl: new URL('/shopgoodwill/open-orders', site.homeUrl).href,
    logIn: (credentials, signal) => logIn(api, credentials, signal),
    checkSession: (session, signal) => checkSession(api, session, signal),
    logOut: (session, signal) => logOut(api, session, signal),
    readItem: (auctionId, options) => readItem(api, auctionId, options),
    estimateShipping: (auctionId, zipCode, signal) => estimateShipping(api, auctionId, zipCode, signal),
    search: (text, page, signal) => searchItems(api, text, page, signal),
    favourites: (session, signal) => readFavourites(api, session, signal),
    openAuctions: (session, signal) => readOpenAuctions(api, session, signal),
    countUnpaid: (session, signal) => countUnpaid(api, session, signal),
    sampleClock: (signal) => sampleClock(api, signal),
    openBidConnection: (session) => openBidConnection({ clock, site, limits }, session),
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}
