/** What a page says that cannot be shown, or that misses a part. */
export const broken = 'This page could not be shown'
export const brokenHelp = 'Something in the page failed. Load it again, or go on with another page.'
export const notLoaded = 'This page could not be loaded'
export const notLoadedHelp =
  'Bidwell may have been updated since you opened it, or the connection broke. Loading it again brings the newest version.'
export const notLoadedOffline =
  "You're offline, and this page has not been opened before. It opens by itself once you are back online."
export const partBroken = (part: string) => `${part} could not be shown`
export const restGoesOn = 'The rest of the page works, and your scheduled bids are not affected.'

/** What a toast says of a dialog or a menu that cannot be shown. */
export const overlayBroken = 'This could not be shown. Your scheduled bids are not affected.'
export const overlayNotLoaded =
  'This could not be opened: Bidwell may have been updated since you opened the page, or the connection broke. Try again, or load the page again.'
export const overlayNotLoadedOffline =
  "You're offline, and this has not been opened before. Try again once you are back online."

/** Of a page that is older than the installation. */
export const newVersion = 'A new version of Bidwell is ready'
export const newVersionHelp = 'This page goes on working as it is. Load the new version when it suits you.'

/* What the browser shows in the place of a page that it cannot reach. */

export const noConnection = "You're offline"
export const noConnectionHelp = 'This page opens by itself once you are back online.'
export const noAnswer = 'Bidwell cannot be reached'
export const noAnswerHelp =
  'Either the connection of this device does not reach it, or the server does not answer. This page opens by itself once it does.'
/** Before the time at which they were read. */
export const keptAuctions = 'Your open auctions as of'
export const keptAuctionsHelp = 'The time left is by the clock of this device. Prices may have changed since.'
/** Of a page whose code cannot be loaded. */
export const codeNotLoadedHelp = 'The connection broke, or the server does not answer just now.'
export const bidsRunOnServer = 'Scheduled bids run on the server; they do not need this device.'
export const tryAgain = 'Try again'
export const offlineNoChange = 'You are offline, so nothing can be changed.'
export const offlineNoAdd = 'You are offline, so nothing can be added.'
export const undoOver = 'The time to undo it is over.'
