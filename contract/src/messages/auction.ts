export const badReference = 'Invalid input. Please provide a valid ShopGoodwill URL or auction ID'
export const alreadyTracked = (auctionId: string) => `Auction ${auctionId} is already monitored.`
export const notScraped = 'Failed to scrape auction'
export const unreadableAtSite = 'Failed to fetch auction data from scraper'
export const createdNotRetrieved = 'Auction was created but could not be retrieved'
export const existsNotRetrieved = 'Auction already exists but could not be retrieved.'
export const notFound = 'Auction not found'
export const notFoundForBid = 'Auction not found for scheduling bid'
export const notFoundAtSite = (site: string, auctionId: string) => `${site} has no item ${auctionId}.`
export const fixedPriceItem = 'That item is sold at a fixed price, so there is nothing to bid on.'
export const alreadyOver = 'That auction has already ended.'
export const siteUnavailable = (site: string) => `${site} did not answer. Please try again in a moment.`
export const siteNotAnswering = (site: string) => `${site} is not answering.`
export const showingCachedData = 'Showing what was last seen. Scheduled bids go on.'
export const stillOpen = 'This auction is still open. Remove it from the dashboard instead.'
export const bidOnItsWay = 'A bid on this auction is on its way, so it cannot be removed now.'
export const ended = 'Ended'
export const notAvailable = 'N/A'
