import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

/** What stands against the day's limit. Money is dollars; a day is one of the site's, in Pacific time. */
export const DayLimit = z.object({
  /** Null: no limit is set. */
  limit: z.nullable(z.number()),
  today: z.iso.date(),
  /** Today, and every later day on which a bid may be won. */
  days: z.array(z.object({ day: z.iso.date(), spoken_for: z.number(), bids: z.int() })),
})
export type DayLimit = z.infer<typeof DayLimit>

export const readDayLimit = {
  method: 'GET',
  path: '/bids/day-limit',
  access: 'signed-in',
  summary: "The day's limit, and how much of it the bids of each day take up",
  data: DayLimit,
} as const satisfies Endpoint
