/* The dialog over the kept page, by what the user was doing. Each says what was not done. */

export { bidsAreSafe as reassurance, loggedBackIn as success } from './session.ts'
export const adding_auction = {
  tone: 'warning',
  says: 'Your session ended before the auction was added. It is not being tracked yet.',
} as const
export const scheduling_snipe = {
  tone: 'error',
  says: 'Your session ended before the bid was scheduled. It was not saved.',
} as const
export const placing_bid = {
  tone: 'error',
  says: 'Your session ended before the bid was saved. The bid was not placed.',
} as const
export const updating_settings = {
  tone: 'warning',
  says: 'Your session ended before your settings were saved. Nothing was changed.',
} as const
export const viewing_dashboard = {
  tone: 'warning',
  says: 'Your session ended, so this page is no longer being updated.',
} as const
export const general = {
  tone: 'warning',
  says: 'Your session ended. The last thing you asked for was not done.',
} as const
export const needBoth = 'Please enter both email and password.'
export const wrong = 'The email or password you entered is incorrect. Please try again.'
