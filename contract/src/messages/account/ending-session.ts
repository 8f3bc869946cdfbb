/* What a page says around the end of a session. */

export const loginRequired = 'Please log in again to continue'
export const loginExpired = 'Your login has expired. Please log in again'
export const extended = 'Session extended successfully'
export const extensionFailed = 'Unable to extend session. Please try logging in again'
export const noNewToken = 'Session extension failed: No new token received'
/** Beside `extensionFailed`, when a session has reached its longest life. */
export const cannotBeExtended = 'It has lasted thirty days since you signed in, which is the longest.'
export const endsSoon = (time: string) => `You will be signed out at ${time}.`
export const endsSoonHelp = 'Your scheduled bids go on either way.'
export const alreadyEnded = 'This session has already ended.'
export const passwordWrong = 'That is not the password of your account. Please try again.'
export const proofRequired = 'Please confirm that it is you before you change this.'
export const welcomeBack = 'Welcome back. You are where you left off.'
export const formRestored = 'What you had typed is back in the form.'
/** Not that they are safe: an account that is being deleted loses its sessions and its bids at once. */
export const bidsDoNotDependOnIt = 'Being signed out changes nothing about your scheduled bids.'
export const bidsAreSafe = 'Your scheduled bids are safe; the server still has them.'
