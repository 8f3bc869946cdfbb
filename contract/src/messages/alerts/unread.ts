/** The highest count of unread notifications that is shown as it is. */
export const MAX_EXACT = 99

export const badge = (count: number): string => (count > MAX_EXACT ? `${MAX_EXACT}+` : String(count))

/** The name of what the bell counts, on every screen. */
export const name = 'Alerts'
export const all = 'All alerts'
export const nothingYet = 'Nothing yet. When a bid of yours wins, loses or is at risk, it will stand here.'

/** `3 unread alerts`. */
export const sentence = (count: number): string => (count === 1 ? '1 unread alert' : `${badge(count)} unread alerts`)
