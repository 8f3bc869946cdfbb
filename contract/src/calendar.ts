import * as z from 'zod/mini'

/** The address at which calendar programs read an account's auctions. The address itself is shown once, when it is made. */
export const CalendarFeed = z.object({
  created_at: z.iso.datetime(),
  /** To the hour; null until a program reads it. */
  last_read_at: z.nullable(z.iso.datetime()),
  /** Whether the entries name the maxima of the bids. */
  shows_maxima: z.boolean(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>
