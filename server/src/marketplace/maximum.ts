declare const maximum: unique symbol

/**
 * A user's maximum, in integer cents. Arithmetic on one gives a plain number, which no bid accepts: the only amount
 * that can be sent is the maximum as it was stored.
 */
export type Maximum = number & { readonly [maximum]: true }

/** The one place where a stored row becomes a maximum. Throws on anything but positive whole cents. */
export function maximumOf(bid: { readonly max_bid_cents: number }): Maximum {
  if (!Number.isSafeInteger(bid.max_bid_cents) || bid.max_bid_cents <= 0) {
    throw new RangeError('A maximum must be a positive whole number of cents')
  }
  // The cast is the brand: checked above, and made nowhere else.
  return bid.max_bid_cents as Maximum
}
