/** Pasted lines that name no item. */
export const leftOut = (lines: readonly string[]) => `Left out: ${lines.map((line) => `“${line}”`).join(', ')}`
export const badReference = (site: string) => `Invalid input. Please provide a valid ${site} URL or auction ID`
/** Beside `badReference`: what the text is instead. `what` has its article: `an eBay link`. */
export const otherSite = (what: string, site: string) => `This is ${what}. Bidwell bids at ${site} only.`
/** A link of the real site, on an installation that only practises. */
export const practiceOnly = (site: string) => `This installation only practises at ${site}.`
export const noItemInLink = (site: string) =>
  `This link leads to ${site}, but to no item. Please open the item's own page and copy its address.`
export const numberTooShort = (digits: number) => `An item number has at least ${digits} digits.`
export const alreadyTracked = (auctionId: string) => `Auction ${auctionId} is already monitored.`
export const notScraped = 'Failed to scrape auction'
export const unreadableAtSite = 'Failed to fetch auction data from scraper'
export const createdNotRetrieved = 'Auction was created but could not be retrieved'
export const existsNotRetrieved = 'Auction already exists but could not be retrieved.'
export const notFound = 'Auction not found'
export const notTracked = (title: string) => `${title} is not tracked.`
export const maybeTracked = (title: string) => `It is not known whether ${title} is tracked.`
export const notFoundForBid = 'Auction not found for scheduling bid'
export const notFoundAtSite = (site: string, auctionId: string) => `${site} has no item ${auctionId}.`
export const fixedPriceItem = 'That item is sold at a fixed price, so there is nothing to bid on.'
export const alreadyOver = 'That auction has already ended.'
/** Whether the kind of a failure says that the site refuses the installation: by a 403, or a page in place of an answer. */
export const isSiteRefusal = (failureKind: string | null): boolean =>
  failureKind === 'blocked' || failureKind === 'not_json'
export const siteRefuses = (site: string) =>
  `${site} refuses this computer's address or this program. It is not your password.`
export const refusalRemedy = 'Another network may help, or fewer reads of the site.'
export const siteUnavailable = (site: string, failureKind: string | null = null) =>
  isSiteRefusal(failureKind)
    ? `${siteRefuses(site)} ${refusalRemedy}`
    : `${site} did not answer. Please try again in a moment.`
export const siteNotAnswering = (site: string) => `${site} is not answering.`
export const showingCachedData = 'Showing what was last seen. We try to send your scheduled bids until the close.'
export const stillOpen = 'This auction is still open. Remove it from the dashboard instead.'
export const bidOnItsWay = 'A bid on this auction is on its way, so it cannot be removed now.'
/** The open auctions are shown all the same. */
export const endedNotRead = 'Your ended auctions could not be loaded.'
export const saleNotRead = (detail: string) => `How the sale went could not be read: ${detail}`
export const saleNotKept = 'Nothing more is known of how the sale went.'
export const withdrawnBeforeBid = (end: string) =>
  `The item was withdrawn. Your bid counts only if the item is back by ${end}.`
export const ended = 'Ended'
export const notAvailable = 'N/A'

export const addingOffline = 'Adding needs a connection.'
export const addingOfflineHelp = 'This link waits here: the item is read as soon as you are online.'
