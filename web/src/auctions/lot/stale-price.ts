/** A price older than this is not current. */
export const STALE_PRICE_MS = 60_000
