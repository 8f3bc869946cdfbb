import { messages } from '@bidwell/contract'
import { AppError } from './errors.ts'

/**
 * The position of a page in a list: the sort key, which is a time in epoch ms or an id, and the id of the last row before
 * it. Opaque to clients.
 */
export type Cursor = { key: number; id: number }

export function encodeCursor({ key, id }: Cursor): string {
  return Buffer.from(`${key}.${id}`).toString('base64url')
}

/** The end of the year 9999. PostgreSQL fails at times that JavaScript can write, and at ids beyond its range. */
const MAX_KEY = 253_402_300_799_999

/** Throws `malformed` for a text that `encodeCursor` did not return, and for a key that is no time. */
export function decodeCursor(cursor: string): Cursor {
  const parts = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())
  const decoded = { key: Number(parts?.[1]), id: Number(parts?.[2]) }
  if (!parts || decoded.key > MAX_KEY || encodeCursor(decoded) !== cursor) {
    throw new AppError('malformed', messages.generic.malformedRequest, {
      details: [{ path: 'cursor', message: 'cursor must come from an earlier page' }],
    })
  }
  return decoded
}

/** Takes rows that were read with a limit of `limit + 1`; returns the page, and the cursor of the next page or null. */
export function cutPage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > limit && last ? encodeCursor(cursorOf(last)) : null }
}
