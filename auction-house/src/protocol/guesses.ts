/**
 * Behaviour of the real site that no public source documents. Four more guesses are in the code of their rules: a
 * leader's second bid (`applyProxyBid`), the fields that a search requires (`Query`), that item detail treats an
 * invalid token as no token (`serveApi`), and how the rows of an order show its sums (`ORDER_SUMS`).
 */
export const GUESSES = {
  loginMessage: 'Success',
  /** For a leading and for an outbid bid. The code is that of the previous site. */
  accepted: { status: true, result: 1 },
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
  /** The status for an invalid refresh token. */
  refreshRefusedStatus: 401,
} as const
