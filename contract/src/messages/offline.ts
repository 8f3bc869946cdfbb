/* What the browser shows in the place of a page that it cannot reach. */

export const noConnection = "You're offline"
export const noConnectionHelp = 'This page opens by itself once you are back online.'
export const noAnswer = 'Bidwell cannot be reached'
export const noAnswerHelp =
  'Either the connection of this device does not reach it, or the server does not answer. This page opens by itself once it does.'
/** Of a page whose code cannot be loaded. */
export const codeNotLoadedHelp = 'The connection broke, or the server does not answer just now.'
export const bidsRunOnServer = 'Scheduled bids run on the server; they do not need this device.'
export const tryAgain = 'Try again'
