import { isSiteRefusal, siteUnavailable } from '../bids/auction.ts'

export const requiredToBid = (site: string) => `Please add your ${site} credentials in Settings before placing bids.`
export const siteUnreachable = (site: string, failureKind: string) =>
  isSiteRefusal(failureKind)
    ? `${siteUnavailable(site, failureKind)} Nothing was stored.`
    : `${site} did not answer, so the login could not be tried. Nothing was stored.`
export const refused = (site: string) => `${site} refused that user name and password.`
/** The site refused a new login, and still takes the session of the one before. */
export const refusedWithSession = (site: string, siteMessage: string) =>
  `${site} refused this login: “${siteMessage}” Bids still go out until the session of an earlier login ends. Please enter ` +
  'the login again before.'
export const bothRequired = (site: string) => `Enter both your ${site} user name and password.`
export const connected = (site: string) => `Connected to ${site}`
export const removed = (site: string) => `Your ${site} login has been forgotten`
export const otherHost = (site: string) =>
  `This installation now reaches ${site} at another address, and your login was kept for the earlier one alone. Please ` +
  'enter it again to go on bidding.'
export const notStored = (site: string) => `No ${site} login is stored.`
/** When another account of the installation stores the same login. */
export const shared = (site: string) =>
  `Another account here uses this ${site} login, too. At ${site} you are one bidder: only one of you can bid on an item, ` +
  'and each day limit counts the bids of its own account alone.'
export const sharedReceipt = (site: string) =>
  `Another account here uses the same ${site} login. At ${site} you are one bidder, so a bid of that account on this item is yours, too.`
export const sharedCollision = (site: string, title: string) =>
  `Another account here already bids on “${title}” with this ${site} login, and one login can bid on an item once. ` +
  'Nothing was stored. Cancel your bid on it first.'
export const loginPaused = (site: string, wait: string) =>
  `${site} refused this login several times. To keep the account from being locked there, please wait ${wait} before trying again.`
/** Too many logins were refused to all accounts together. */
export const loginsPaused = (wait: string) =>
  `Too many wrong logins were tried on this service in the last hour. Please wait ${wait} before trying again.`
export const renewedAMomentAgo = (site: string, wait: string) =>
  `We tried your ${site} login a moment ago. Please wait ${wait} before trying it again.`
/** Why one bid is not sent, where the login stops all bids of the account. */
export const stopped = {
  missing: (site: string) => `No ${site} login is stored, so this bid won't be sent.`,
  refused: (site: string) => `${site} refuses your login, so this bid won't be sent.`,
} as const
export const noAuctionListed = (site: string) => `${site} did not answer, so no auction was listed. Please try again.`
export const noPractice = (site: string) => `This installation bids at ${site}, which has no auctions to practise on.`
export const badge = {
  checking: 'Checking...',
  setupRequired: 'Setup required',
  authRequired: 'Auth required',
  expiresSoon: 'Expires soon',
  connected: 'Connected',
} as const
export const fillInDemo = 'Fill in demo / demo'

/** Without a network, the badge of the connection says how it stood at last. */
export const lastSeen = (badge: string) => `Last seen: ${badge}`
