/** Roles in place of `ul` and `li`, which allow no element between them: a list in chunks has some. */
export const LIST = { role: 'list' } as const
export const LIST_ITEM = { role: 'listitem' } as const
