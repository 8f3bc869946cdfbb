import * as z from 'zod/mini'
import { TokenScope } from '../endpoint.ts'

/** A token by which a program calls the API for its owner. The token itself is answered once, when it is made. */
export const ApiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scope: TokenScope,
  /** What one bid may be, and what the bids on auctions that close on one day in Pacific time may come to, in dollars. Null without `bid`. */
  max_bid: z.nullable(z.number()),
  day_cap: z.nullable(z.number()),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** To the minute; null until a program uses it. */
  last_used_at: z.nullable(z.iso.datetime()),
  last_ip_address: z.nullable(z.string()),
})
export type ApiToken = z.infer<typeof ApiToken>

export const API_TOKEN = {
  maxNameLength: 60,
  defaultDays: 90,
  maxDays: 366,
  /** Of one account. */
  maxTokens: 20,
} as const
