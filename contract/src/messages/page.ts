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
