import {
  API_BASE,
  EVENTS_PATH,
  listAuctions,
  listBids,
  listHistory,
  readCredentialsStatus,
  readReceipt,
  totalHistory,
} from '@bidwell/contract'
import { buildUrl } from '../api/build-url.ts'
import { ENDED_AUCTIONS, OPEN_AUCTIONS } from '../auctions/lot/auction-queries.ts'
import { LATEST_BIDS, LIVE_BIDS } from '../bids/bid-queries.ts'
import { filterQuery, listQuery, readView } from '../bids/history/history-view.ts'

const view = readView(new URLSearchParams())

/**
 * What the pages for signed-in users show first, by the path of the page: the browser asks for it before the code has
 * loaded (`ask-early.js`). `:id` is the part of the page's path that varies.
 */
const SHOWN_FIRST: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': [
    buildUrl(listAuctions.path, { query: OPEN_AUCTIONS }),
    buildUrl(listAuctions.path, { query: ENDED_AUCTIONS }),
    buildUrl(listBids.path, { query: LIVE_BIDS }),
    buildUrl(listBids.path, { query: LATEST_BIDS }),
    buildUrl(readCredentialsStatus.path, {}),
  ],
  '/bid-history': [
    buildUrl(listHistory.path, { query: listQuery(view) }),
    buildUrl(totalHistory.path, { query: filterQuery(view) }),
  ],
  '/bid-history/:bidId': [readReceipt.path],
}

/** The paths that a page asks for early, the event stream first; none for most pages. */
export function earlyPathsOf(page: string): readonly string[] {
  const shown = SHOWN_FIRST[page]
  return shown ? [EVENTS_PATH, ...shown].map((path) => API_BASE + path) : []
}
