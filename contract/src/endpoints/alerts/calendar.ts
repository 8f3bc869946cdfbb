import * as z from 'zod/mini'
import { CalendarFeed } from '../../calendar.ts'
import { type Endpoint, NoData } from '../../endpoint.ts'

export const readCalendar = {
  method: 'GET',
  path: '/calendar',
  access: 'signed-in',
  scope: 'people',
  summary: "Since when a calendar program may read the user's auctions, when one last did, and what it is shown",
  data: z.object({ feed: z.nullable(CalendarFeed) }),
} as const satisfies Endpoint

export const startCalendar = {
  method: 'POST',
  path: '/calendar',
  access: 'recently-proven',
  scope: 'people',
  spends: 'log',
  summary: 'Make an address for calendar programs, which is answered this once; an address made before ends',
  body: z.strictObject({ shows_maxima: z.boolean() }),
  data: z.object({ address: z.url(), feed: CalendarFeed }),
} as const satisfies Endpoint

export const endCalendar = {
  method: 'DELETE',
  path: '/calendar',
  access: 'signed-in',
  scope: 'people',
  spends: 'safety',
  summary: 'End the address for calendar programs',
  data: NoData,
} as const satisfies Endpoint

export const readCalendarFile = {
  method: 'GET',
  path: '/calendar/:file',
  access: 'anyone',
  scope: 'open',
  summary: "A user's auctions as a calendar (RFC 5545), for whoever has its address",
  params: z.strictObject({ file: z.string().check(z.maxLength(100)) }),
  data: NoData,
  file: z.string(),
} as const satisfies Endpoint
