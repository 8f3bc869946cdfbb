declare const maximum: unique symbol

/**
 * A user's maximum, in integer cents. Arithmetic on it yields a plain number, which a bid does not accept: the only
 * amount that can be sent is the maximum as stored.
 */
export type Maximum = number & { readonly [maximum]: true }

/** The only conversion from a stored row to a maximum. Throws `RangeError` unless it is a positive whole number. */
export function maximumOf(bid: { readonly max_bid_cents: number }): Maximum {
  if (!Number.isSafeInteger(bid.max_bid_cents) || bid.max_bid_cents <= 0) {
    throw new RangeError('A maximum must be a positive whole number of cents')
  }
  // The only cast to the branded type, after the check above.
  return bid.max_bid_cents as Maximum
}
