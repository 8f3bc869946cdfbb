/**
 * How long after its end a listing counts as closed: if the site extended the auction at the last moment, a reading has
 * shown the new end by then.
 */
export const CLOSE_IS_SURE_AFTER_MS = 15_000
