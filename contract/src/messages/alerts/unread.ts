/** The highest count of unread notifications that is shown as it is. */
export const MAX_EXACT = 99

export const badge = (count: number): string => (count > MAX_EXACT ? `${MAX_EXACT}+` : String(count))

/** `3 unread notifications`. */
export const sentence = (count: number): string =>
  count === 1 ? '1 unread notification' : `${badge(count)} unread notifications`
