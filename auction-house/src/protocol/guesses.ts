/** What no public source has recorded of the real site. Whoever learns better changes it here alone. */
export const GUESSES = {
  loginMessage: 'Success',
  tooLow: { result: -5, message: (minimum: string) => `Your bid must meet or exceed the minimum bid of ${minimum}.` },
  unpaidItems: {
    result: -1,
    message: 'Your bid was not accepted because of past due items.',
    pastDueMessage: 'You have 15 or more open unpaid items. Please pay for them before you bid again.',
  },
  leadingTooMany: {
    result: -1,
    message: 'Accounts under 30 days old may be the high bidder on at most 15 active auctions.',
  },
  /** A wrong refresh token. */
  refreshRefusedStatus: 401,
} as const
