/** Younger prices are read again by themselves soon enough: the list says nothing of their age. */
export const OLD_PRICE_MS = 600_000
