/** The text of the session-expired dialog, by what the user was doing. */
export const byAction = {
  adding_auction: {
    tone: 'warning',
    message: 'Your session ended before the auction was added. It is not being tracked yet.',
  },
  scheduling_snipe: {
    tone: 'error',
    message: 'Your session ended before the bid was saved. Nothing was scheduled or changed.',
  },
  placing_bid: {
    tone: 'error',
    message: 'Your session ended before the bid was saved. The bid was not placed.',
  },
  updating_settings: {
    tone: 'warning',
    message: 'Your session ended. Settings that you changed but did not save are as they were before.',
  },
  viewing_dashboard: {
    tone: 'warning',
    message: 'Your session ended, so this page is no longer being updated.',
  },
  general: {
    tone: 'warning',
    message: 'Your session ended. Nothing that you have asked for since then was done.',
  },
} as const

/** Instead, when the last thing that the user asked for got no answer. */
export const unanswered = {
  tone: 'error',
  message: 'Your session ended, and no answer came to what you asked for last. It may have been done: log in to see.',
} as const

export const bothRequired = 'Please enter both email and password.'
export const wrongCredentials = 'The email or password you entered is incorrect. Please try again.'
