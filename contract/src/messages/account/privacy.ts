export const exportInProgress = 'Your file is being made already. Please wait for it.'
export const exportsBusy = 'Other people are downloading their data right now. Please try again in a moment.'
export const tooManyExports = 'You have downloaded your data five times within a day. Please try again tomorrow.'
export const deleted = (graceDays: number) =>
  `Your account is being deleted. Signing in within ${graceDays} days keeps it.`
export const deletionCancelled =
  'Your account is kept: signing in has cancelled its deletion. Its bids stay cancelled. Please enter your site login again.'
/** After signing in to an account that the operator deletes. */
export const operatorDeletes = (when: string) =>
  `The operator of this installation deletes this account ${when}. Signing in does not change that; until then you can ` +
  'download your data in Settings, under Privacy.'
/** For a call that starts something new on such an account. */
export const accountClosed = 'The operator of this installation is deleting this account: nothing new can be started.'
export const requestEnded = 'This request has ended already'
export const accountNotFound = 'No account has this email address'
/** For the administrator, whose own account would take the page away. */
export const ownAccount = 'Delete your own account in the settings, under Privacy.'
/** A bid that deleting the account did not stop. */
export const stillSent = (title: string) =>
  `The bid on "${title}" is on its way or not yet stopped, and may still count.`
