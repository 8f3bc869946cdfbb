import * as z from 'zod/mini'
import { type Endpoint, NoData } from '../endpoint.ts'

/** The address at which calendar programs read an account's auctions. The address itself is shown once, when it is made. */
export const CalendarFeed = z.object({
  created_at: z.iso.datetime(),
  /** To the hour; null until a program reads it. */
  last_read_at: z.nullable(z.iso.datetime()),
  /** Whether the entries name the maxima of the bids. */
  shows_maxima: z.boolean(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const readCalendar = {
  method: 'GET',
  path: '/calendar',
  access: 'signed-in',
  summary: "Since when a calendar program may read the user's auctions, when one last did, and what it is shown",
  data: z.object({ feed: z.nullable(CalendarFeed) }),
} as const satisfies Endpoint

export const startCalendar = {
  method: 'POST',
  path: '/calendar',
  access: 'recently-proven',
  spends: 'log',
  summary: 'Make an address for calendar programs, which is answered this once; an address made before ends',
  body: z.strictObject({ shows_maxima: z.boolean() }),
  data: z.object({ address: z.url(), feed: CalendarFeed }),
} as const satisfies Endpoint

export const endCalendar = {
  method: 'DELETE',
  path: '/calendar',
  access: 'signed-in',
  spends: 'safety',
  summary: 'End the address for calendar programs',
  data: NoData,
} as const satisfies Endpoint

export const readCalendarFile = {
  method: 'GET',
  path: '/calendar/:file',
  access: 'anyone',
  summary: "A user's auctions as a calendar (RFC 5545), for whoever has its address",
  params: z.strictObject({ file: z.string().check(z.maxLength(100)) }),
  data: NoData,
  file: z.string(),
} as const satisfies Endpoint
