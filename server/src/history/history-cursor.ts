import { messages } from '@bidwell/contract'
import * as z from 'zod/mini'
import { AppError } from '../platform/errors.ts'

/** The last row of a page: its value in the sorted column, and its number. Opaque to clients. */
export type HistoryCursor = { key: number | string; id: number }

const Parts = z.tuple([z.union([z.int(), z.string().check(z.maxLength(200), z.regex(/^\P{Cc}*$/u))]), z.int()])

export const encodeCursor = ({ key, id }: HistoryCursor): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url')

/** Throws `malformed` for a text that `encodeCursor` did not return, or returned for a column of the other type. */
export function decodeCursor(cursor: string, type: 'number' | 'string'): HistoryCursor {
  const parts = Parts.safeParse(parsed(Buffer.from(cursor, 'base64url').toString()))
  if (!parts.success || typeof parts.data[0] !== type) {
    throw new AppError('malformed', messages.generic.malformedRequest, {
      details: [{ path: 'cursor', message: 'cursor must come from an earlier page of the same list' }],
    })
  }
  const [key, id] = parts.data
  return { key, id }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
