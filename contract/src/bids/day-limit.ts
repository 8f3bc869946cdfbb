import * as z from 'zod/mini'

/** How much of the day limit is used. Money is dollars; days are in the site's time zone, Pacific time. */
export const DayLimit = z.object({
  /** Null when no limit is set. */
  limit: z.nullable(z.number()),
  today: z.iso.date(),
  /** Today, and every later day on which a bid can still win. */
  days: z.array(z.object({ day: z.iso.date(), spoken_for: z.number(), bids: z.int() })),
})

export type DayLimit = z.infer<typeof DayLimit>
