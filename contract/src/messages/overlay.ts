/** What a toast says of a dialog or a menu that cannot be shown. */
export const broken = 'This could not be shown. Your scheduled bids are not affected.'
export const notLoaded =
  'This could not be opened: Bidwell may have been updated since you opened the page, or the connection broke. Try again, or load the page again.'
export const notLoadedOffline =
  "You're offline, and this has not been opened before. Try again once you are back online."
