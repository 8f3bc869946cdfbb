/**
 * What no public source has recorded of the real site. Whoever learns better changes it here. Three more guesses are
 * rules and stand where they act: a leader's second bid (`takeBid`), which fields a search cannot do without (`Query`),
 * and that a bad token reads an item as nobody (`serveApi`).
 */
export const GUESSES = {
  loginMessage: 'Success',
  /** Leading or outbid at once; the code is the old site's. */
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
  /** A wrong refresh token. */
  refreshRefusedStatus: 401,
} as const
