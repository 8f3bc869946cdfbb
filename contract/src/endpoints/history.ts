import * as z from 'zod/mini'
import { HistoryMonth, HistoryResult, HistoryTotals, WireHistoryEntry } from '../auctions/history.ts'
import { commaSeparated, type Endpoint } from '../endpoint.ts'
import { PAGE } from '../limits.ts'

// A control character, such as the NUL that no text in the database may have.
const NO_CONTROLS = /^\P{Cc}*$/u

const HistoryFilter = {
  result: z.optional(
    commaSeparated(
      HistoryResult.options,
      `result must be one or more of ${HistoryResult.options.join(', ')}, separated by commas`,
    ),
  ),
  /** Won items that are sold, or that are not yet and were not refunded in full. */
  sold: z.optional(z.enum(['yes', 'no'])),
  /** Words of the title, the note or the labels, or the item number. */
  search: z.optional(
    z
      .string()
      .check(
        z.maxLength(200, 'search must be at most 200 characters'),
        z.regex(NO_CONTROLS, 'search must not contain control characters'),
      ),
  ),
}

const HistoryOrder = {
  sort: z.optional(z.enum(['date', 'item', 'result', 'paid', 'max', 'margin'])),
  /** Values that are not known come last in both directions. */
  direction: z.optional(z.enum(['asc', 'desc'])),
}

export const listHistory = {
  method: 'GET',
  path: '/history',
  access: 'signed-in',
  scope: 'read',
  summary: "The user's finished bids, auctions that ended without one, and items that were read in, latest first",
  query: z.strictObject({
    ...HistoryFilter,
    ...HistoryOrder,
    cursor: z.optional(z.string().check(z.maxLength(1_000))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE.maxLimit))),
  }),
  data: z.object({ entries: z.array(WireHistoryEntry), next_cursor: z.nullable(z.string()) }),
} as const satisfies Endpoint

export const totalHistory = {
  method: 'GET',
  path: '/history/totals',
  access: 'signed-in',
  scope: 'read',
  summary: 'What was won, spent, saved and earned, by month in the site’s time zone, latest first',
  query: z.strictObject(HistoryFilter),
  data: z.object({ total: HistoryTotals, months: z.array(HistoryMonth) }),
} as const satisfies Endpoint

export const exportHistory = {
  method: 'GET',
  path: '/history/export',
  access: 'signed-in',
  scope: 'read',
  summary: 'The history as a CSV file',
  query: z.strictObject({ ...HistoryFilter, ...HistoryOrder }),
  data: z.string(),
  file: z.string(),
} as const satisfies Endpoint
